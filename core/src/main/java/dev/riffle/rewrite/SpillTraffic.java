package dev.riffle.rewrite;

/** Counts what goes into temporary files and comes out of them. */
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
