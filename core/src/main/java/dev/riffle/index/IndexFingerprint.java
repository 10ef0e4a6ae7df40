package dev.riffle.index;

import dev.riffle.internal.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** Computes the fingerprint of an index. */
final class IndexFingerprint {

    private static final int KEPT_BYTES = 8;

    private IndexFingerprint() {}

    static String of(IndexedFile[] files, FrameOffsets[] frames, List<String> versions) {
        MessageDigest digest = Sha256.digest();
        for (int i = 0; i < files.length; i++) {
            String name = files[i].name();
            String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
            byte[] text = last.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(3 * Long.BYTES + text.length)
                    .putLong(text.length)
                    .put(text)
                    .putLong(files[i].size())
                    .putLong(frames[i].count())
                    .flip());
        }
        if (!versions.stream().allMatch(String::isEmpty)) {
            versions.forEach(version -> digest.update((version + "\n").getBytes(StandardCharsets.UTF_8)));
        }
        return HexFormat.of().formatHex(digest.digest(), 0, KEPT_BYTES);
    }
}
