/** The Java listings of {@code docs/spark.md}, run. */
package dev.riffle.spark.listings;
