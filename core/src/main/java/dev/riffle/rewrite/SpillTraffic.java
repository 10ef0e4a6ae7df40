package dev.riffle.rewrite;

/** Counts the bytes written to temporary files and read from them. */
final class SpillTraffic {

    private long bytesRead;
    private long bytesWritten;

    void read(long bytes) {
        bytesRead += bytes;
    }

    void written(long bytes) {
        bytesWritten += bytes;
    }

    long bytesRead() {
        return bytesRead;
    }

    long bytesWritten() {
        return bytesWritten;
    }
}
