package dev.riffle.example;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A long list whose values stay in the bytes of the message, for printers. A printer needs each value once and in
 * order. So a printer does not need a {@code long} of eight bytes for each of many small integers.
 *
 * <p>Use this class only in this package. It has no access to single values, and shares a scanner with the other
 * features of its message. One thread at a time may use it.
 */
final class PackedFeature extends Feature {

    private final @Nullable Key name;
    private final FeatureScanner scan;
    private final Decoder decoder;

    PackedFeature(@Nullable Key name, FeatureScanner scan, Decoder decoder) {
        super(scan.kind, name);
        this.name = name;
        this.scan = scan;
        this.decoder = decoder;
    }

    @Override
    void forEachPiece(Consumer<Feature> action) {
        scan.forEachPiece(piece -> action.accept(decoder.decoded(piece, name)));
    }

    @Override
    public int size() {
        return scan.count;
    }

    @Override
    public List<Object> values() {
        return decoded().values();
    }

    @Override
    Feature withKey(Key other) {
        return new PackedFeature(other, scan, decoder);
    }

    @Override
    long listSize() {
        return decoded().listSize();
    }

    @Override
    int writeList(byte[] target, int at) {
        return decoded().writeList(target, at);
    }

    private Feature decoded() {
        return decoder.decoded(scan, name);
    }
}
