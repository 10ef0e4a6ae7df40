package dev.riffle;

/** Is told of every piece of a file that was passed over. */
@FunctionalInterface
public interface DamageListener {

    /** A region was skipped; reading goes on behind it. Called on the reader's thread. */
    void skipped(SkippedRegion region);
}
