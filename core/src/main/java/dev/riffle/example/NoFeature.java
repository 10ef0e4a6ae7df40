package dev.riffle.example;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A feature whose kind is not set. */
final class NoFeature extends Feature {

    static final NoFeature INSTANCE = new NoFeature(null);

    private NoFeature(@Nullable Key key) {
        super(Kind.NOT_SET, key);
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public List<Object> values() {
        return List.of();
    }

    @Override
    Feature withKey(Key name) {
        return new NoFeature(name);
    }

    @Override
    long listSize() {
        return 0;
    }

    @Override
    int writeList(byte[] target, int at) {
        return at;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NoFeature;
    }

    @Override
    public int hashCode() {
        return 0;
    }
}
