package dev.riffle.container;

/**
 * Options for reading a container.
 *
 * @param maxRecordSize the largest payload to allocate memory for, in bytes. A larger record has the damage {@link
 *     ContainerDamageException.Kind#OVER_LIMIT}
 * @param threads the number of threads that may read ahead, including the thread of the caller
 *
 * @since 0.1
 */
public record ContainerOptions(long maxRecordSize, int threads) {}
