/** Runs the Java listings of {@code docs/spark.md}. */
package dev.riffle.spark.listings;
