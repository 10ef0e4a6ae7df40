package dev.riffle.internal.frame;

import dev.riffle.container.ContainerOptions;
import dev.riffle.container.RecordContainer;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The layout of an installed container. */
public record ContainerLayout(RecordContainer container) implements RecordLayout {

    /** The number of first bytes that a container receives to recognize a source. */
    static final int LOOK_BYTES = 512;

    private static volatile @Nullable List<ContainerLayout> installed;

    /** Returns the layouts of all containers that are installed. The first call loads the services. */
    public static List<ContainerLayout> installed() {
        List<ContainerLayout> present = installed;
        return present != null ? present : load();
    }

    private static synchronized List<ContainerLayout> load() {
        List<ContainerLayout> present = installed;
        if (present == null) {
            // The loader of core: a caller's thread may have a loader that does not know Riffle.
            present = ServiceLoader.load(RecordContainer.class, RecordContainer.class.getClassLoader()).stream()
                    .map(provider -> new ContainerLayout(provider.get()))
                    .toList();
            installed = present;
        }
        return present;
    }

    /**
     * Returns the installed container that recognizes a source.
     *
     * @param beginning the first {@link #LOOK_BYTES} of the source
     */
    static Optional<ContainerLayout> of(ByteSource source, ByteBuffer beginning) throws IOException {
        for (ContainerLayout layout : installed()) {
            ByteBuffer shown = beginning.slice().limit(Math.min(beginning.remaining(), LOOK_BYTES));
            if (layout.container.recognizes(source, shown.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN))) {
                return Optional.of(layout);
            }
        }
        return Optional.empty();
    }

    static ContainerOptions options(ReadSettings settings) {
        return new ContainerOptions(settings.mostHeldBytes(), settings.threads());
    }

    /** Returns 0, because a container shares most of its other bytes between records. */
    @Override
    public int overheadBytes() {
        return 0;
    }
}
