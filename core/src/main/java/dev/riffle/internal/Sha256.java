package dev.riffle.internal;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Creates digests of SHA-256. */
public final class Sha256 {

    private Sha256() {}

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("SHA-256 must be available on every Java platform", e);
        }
    }
}
