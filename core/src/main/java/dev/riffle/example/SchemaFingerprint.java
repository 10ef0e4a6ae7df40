package dev.riffle.example;

import dev.riffle.internal.Argument;
import dev.riffle.internal.Sha256;
import dev.riffle.io.Bytes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Computes a short text that identifies the feature names and kinds of records. Records with other features almost
 * certainly have another fingerprint. A manifest stores the fingerprint, so that a program can compare two sets without
 * reading records. Stateless and safe for use by several threads.
 *
 * <p>The fingerprint is {@code riffle-1:} and the first 16 hexadecimal digits, lower case, of the SHA-256 of a text in
 * UTF-8. The hashed text has one line for each feature that has a kind. A line consists of the name, a space, {@link
 * Kind#fieldName()} and a line feed, as in {@code label int64_list}. In names, a backslash is written as two
 * backslashes, and a line feed as {@code \n}. The lines are sorted by their bytes, as unsigned numbers. The fingerprint
 * is the same on every machine and in every version.
 *
 * @since 0.1
 */
public final class SchemaFingerprint {

    private static final String VERSION = "riffle-1:";
    private static final int DIGEST_BYTES = 8;

    private SchemaFingerprint() {}

    /**
     * Returns the fingerprint of records with these features.
     *
     * @param kinds the kinds by feature name, in any order. Features without a kind are ignored
     */
    public static String of(Map<String, Kind> kinds) {
        Argument.allPresent(kinds, "kinds");
        List<byte[]> lines = new ArrayList<>();
        kinds.forEach((name, kind) -> {
            if (kind != Kind.NOT_SET) {
                String written = name.replace("\\", "\\\\").replace("\n", "\\n");
                lines.add(Bytes.ofUtf8(written + " " + kind.fieldName() + "\n").toByteArray());
            }
        });
        lines.sort(Arrays::compareUnsigned);
        MessageDigest digest = Sha256.digest();
        lines.forEach(digest::update);
        return VERSION + HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    }
}
