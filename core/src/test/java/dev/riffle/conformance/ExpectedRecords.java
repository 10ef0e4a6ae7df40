package dev.riffle.conformance;

import dev.riffle.io.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The expected records of a case, as bytes or as sizes and digests. The test compares each record by size and SHA-256.
 */
public record ExpectedRecords(List<String> digests) {

    /** Returns the records that an expectation lists. */
    public static ExpectedRecords of(ConformanceCase expectation) {
        if (expectation.has("records_digest")) {
            return new ExpectedRecords(expectation.objects("records_digest").stream()
                    .map(record -> record.number("length") + ":" + record.text("sha256"))
                    .toList());
        }
        return of(expectation.bytesItems("records").stream().map(Bytes::ofOwned).toList());
    }

    /** Returns the size and the digest of each of these records. */
    public static ExpectedRecords of(List<Bytes> records) {
        return new ExpectedRecords(records.stream()
                .map(record -> record.size() + ":" + HexFormat.of().formatHex(sha256(record)))
                .toList());
    }

    /** Returns the number of records. */
    public int count() {
        return digests.size();
    }

    /** Returns whether the other records begin with these records. */
    public boolean isPrefixOf(ExpectedRecords other) {
        return count() <= other.count() && other.digests.subList(0, count()).equals(digests);
    }

    private static byte[] sha256(Bytes bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
