package dev.riffle.cli.image;

import dev.riffle.RecordFormat;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.formats.image.ImageFormat;
import dev.riffle.formats.image.MalformedImageException;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the features of a record that may be images, and the features that describe them. */
final class ImageFeatures {

    /** The name that represents a payload which is an image and not a message. */
    static final String WHOLE_PAYLOAD = "";

    /** The preferred names of features, in this order. */
    private static final List<String> PREFERRED = List.of("image/encoded", "image_raw");

    private static final List<String> CHANNEL_NAMES = List.of("depth", "channels");
    private static final int MOST_CHANNELS = 4;

    private final Map<String, List<Bytes>> byteStrings = new LinkedHashMap<>();
    private final Map<String, Long> numbers = new LinkedHashMap<>();
    private final List<String> described = new ArrayList<>();

    /** The sentence about a payload that is not a message with features; empty for messages. */
    private String otherType = "";

    private ImageFeatures() {}

    /**
     * Returns the features of a payload.
     *
     * @throws dev.riffle.example.MalformedMessageException if an OFRecord is malformed
     */
    static ImageFeatures of(byte[] payload, RecordFormat format) {
        ImageFeatures features = new ImageFeatures();
        Bytes whole = Bytes.ofOwned(payload);
        PayloadKind kind = PayloadKind.of(payload, format);
        switch (kind) {
            case EXAMPLE -> features.add(Example.parse(whole));
            case OFRECORD -> features.add(Example.parse(whole, Dialect.ONEFLOW));
            case SEQUENCE_EXAMPLE -> features.add(SequenceExample.parse(whole));
            case EMPTY -> {}
            case IMAGE, JSON, TEXT, EXAMPLE_LIST, EVENT, PROTOBUF, BYTES -> {
                features.byteStrings.put(WHOLE_PAYLOAD, List.of(whole));
                features.otherType = kind.insteadOf(PayloadKind.exampleIn(format), payload);
            }
        }
        return features;
    }

    static ImageFeatures of(Example example) {
        ImageFeatures features = new ImageFeatures();
        features.add(example);
        return features;
    }

    private void add(Example example) {
        example.features().forEach((name, feature) -> {
            described.add(Escapes.visible(name) + " (" + feature.kind().fieldName() + ")");
            add(name, List.of(feature));
            integer(feature).ifPresent(number -> numbers.put(name, number));
        });
    }

    private void add(SequenceExample example) {
        add(example.context());
        example.featureLists().forEach((name, list) -> {
            described.add(Escapes.visible(name) + " (list of features)");
            add(name, list);
        });
    }

    private void add(String name, List<Feature> steps) {
        List<Bytes> values = new ArrayList<>();
        for (Feature step : steps) {
            if (step.kind() == Kind.BYTES) {
                values.addAll(step.bytes());
            }
        }
        if (!values.isEmpty()) {
            byteStrings.putIfAbsent(name, values);
        }
    }

    private static Optional<Long> integer(Feature feature) {
        if (feature.size() != 1) {
            return Optional.empty();
        }
        return switch (feature.kind()) {
            case INT64, INT32 -> Optional.of(feature.longValue());
            case FLOAT, DOUBLE, BYTES, NOT_SET -> Optional.empty();
        };
    }

    /** Returns all features with their kinds, as text for people. */
    String described() {
        if (!otherType.isEmpty()) {
            return "the record " + otherType;
        }
        return described.isEmpty() ? "the record has no features" : "the record has " + String.join(", ", described);
    }

    /**
     * Returns the sentence about a payload that is neither a message with features nor an image. Empty for other
     * payloads.
     */
    Optional<String> otherType() {
        return otherType.isEmpty() || image(WHOLE_PAYLOAD, 0).isPresent() ? Optional.empty() : Optional.of(otherType);
    }

    boolean has(String name) {
        return byteStrings.containsKey(name);
    }

    /** Returns the number of byte strings in a feature; 0 if the record does not have the feature. */
    int size(String name) {
        return byteStrings.getOrDefault(name, List.of()).size();
    }

    /**
     * Returns the names of features that hold an image, the preferred one first. Short texts can have the size of raw
     * pixels, so raw pixels count only without an encoded image.
     */
    List<String> candidates() {
        List<String> encoded = new ArrayList<>();
        List<String> raw = new ArrayList<>();
        for (String name : ordered()) {
            StoredImage image = image(name, 0).orElse(null);
            if (image instanceof StoredImage.Raw) {
                raw.add(name);
            } else if (image != null && (PREFERRED.contains(name) || hasHeader(image))) {
                encoded.add(name);
            }
        }
        return encoded.isEmpty() ? raw : encoded;
    }

    private Set<String> ordered() {
        Set<String> ordered = new LinkedHashSet<>(PREFERRED);
        ordered.addAll(byteStrings.keySet());
        ordered.retainAll(byteStrings.keySet());
        return ordered;
    }

    /**
     * Returns whether the bytes begin like an image and have a valid header, because text can begin like an image too.
     * For the usual feature names, a damaged image counts too.
     */
    private static boolean hasHeader(StoredImage image) {
        try {
            return image.shape().rank() > 0;
        } catch (MalformedImageException e) {
            return PayloadKind.ofValue(image.bytes()) == PayloadKind.IMAGE;
        }
    }

    /** Returns a value of a feature as an image. Empty if the value is not an image. */
    Optional<StoredImage> image(String name, int value) {
        Bytes bytes = byteStrings.getOrDefault(name, List.of()).get(value);
        Optional<ImageFormat> format = ImageFormat.of(bytes);
        if (format.isPresent()) {
            return Optional.of(new StoredImage.Encoded(bytes, format.get()));
        }
        return rawShape(name, bytes.size()).map(shape -> new StoredImage.Raw(bytes, shape));
    }

    /** Returns the shape that other features state. Empty unless the shape has exactly this number of bytes. */
    private Optional<Shape> rawShape(String name, int size) {
        String folder = name.substring(0, name.lastIndexOf('/') + 1);
        for (String prefix : List.of(folder, "", "image/")) {
            long height = numbers.getOrDefault(prefix + "height", 0L);
            long width = numbers.getOrDefault(prefix + "width", 0L);
            if (height < 1 || width < 1 || height > size || width > size || size % (height * width) != 0) {
                continue;
            }
            long channels = size / (height * width);
            boolean agreed = CHANNEL_NAMES.stream()
                    .allMatch(other -> numbers.getOrDefault(prefix + other, channels) == channels);
            if (channels >= 1 && channels <= MOST_CHANNELS && agreed) {
                return Optional.of(Shape.of((int) height, (int) width, (int) channels));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the text of a feature with a single value. Empty if the record has no such feature or the value is not
     * UTF-8.
     */
    Optional<String> text(String name) {
        List<Bytes> values = byteStrings.getOrDefault(name, List.of());
        return values.size() == 1 && values.get(0).isUtf8()
                ? Optional.of(values.get(0).utf8())
                : Optional.empty();
    }

    /** Returns the value of a feature that is a single integer. */
    Optional<Long> number(String name) {
        return Optional.ofNullable(numbers.get(name));
    }
}
