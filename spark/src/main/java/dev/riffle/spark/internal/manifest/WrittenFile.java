package dev.riffle.spark.internal.manifest;

import java.io.Serializable;

/**
 * Describes a file that a task wrote. Immutable.
 *
 * @param path the path during the task; the job's committer may move the file to another directory
 * @param records the number of records
 * @param bytes the size in bytes
 * @param crc32c the CRC-32C of all bytes
 */
public record WrittenFile(String path, long records, long bytes, int crc32c) implements Serializable {}
