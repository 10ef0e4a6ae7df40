/** Runs the Java listings of {@code docs/guides/spark.md}. */
package dev.riffle.spark.listings;
