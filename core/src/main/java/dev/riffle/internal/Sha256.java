package dev.riffle.internal;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Creates digests with SHA-256, which every Java has. */
public final class Sha256 {

    private Sha256() {}

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
