package dev.riffle.cli.payload;

import dev.riffle.example.Feature;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.MalformedTensorException;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.util.Optional;

/**
 * A value of the summary of a TensorBoard event. A few bytes can describe a large tensor, so an object does not keep
 * the tensor: each call decodes it again.
 */
public final class SummaryValue {

    /**
     * The decoded content of a value.
     *
     * @param kind float, image, histogram, audio or not set, or the type of the elements of a tensor
     * @param feature the numbers or byte strings; without a kind for other contents
     */
    public record Content(String kind, Feature feature) {}

    /**
     * The limit for a tensor that repeats its last value. A larger tensor stays a message, because an event with many
     * of them would need too much output.
     */
    private static final long MOST_REPEATED_BYTES = 64 << 10;

    private final byte[] message;
    private String tag = "";
    private int number;
    private float simpleValue;
    private Bytes bytes = Bytes.empty();

    SummaryValue(byte[] message) {
        this.message = message;
        FieldScanner fields = FieldScanner.of(message);
        while (fields.next()) {
            if (fields.number() == EventSchema.TAG.number()) {
                tag = fields.bytes().utf8();
            } else if (fields.number() == EventSchema.SIMPLE_VALUE.number()) {
                number = fields.number();
                simpleValue = Float.intBitsToFloat(fields.fixed32());
            } else if (EventSchema.CONTENTS.field(fields.tag()).isPresent()) {
                number = fields.number();
                bytes = fields.bytes();
            }
        }
    }

    public String tag() {
        return tag;
    }

    /** Decodes the content of the value. */
    public Content content() {
        if (number == EventSchema.SIMPLE_VALUE.number()) {
            return new Content("float", Feature.of(simpleValue));
        }
        if (number == EventSchema.TENSOR_VALUE.number()) {
            return tensor().map(tensor -> new Content(tensor.dtype().typeName(), feature(tensor.values())))
                    .orElseGet(() -> new Content("tensor", Feature.of(bytes)));
        }
        if (number == EventSchema.IMAGE_VALUE.number()) {
            return new Content("image", encoded(EventSchema.ENCODED_IMAGE));
        }
        if (number == EventSchema.AUDIO_VALUE.number()) {
            return new Content("audio", encoded(EventSchema.ENCODED_AUDIO));
        }
        return new Content(number == 0 ? "not set" : "histogram", Feature.notSet());
    }

    /** Decodes the tensor of the value. Empty if the value is no tensor, or the tensor is malformed or too large. */
    Optional<DenseTensor> tensor() {
        if (number != EventSchema.TENSOR_VALUE.number()) {
            return Optional.empty();
        }
        try {
            return Optional.of(TensorProto.parse(bytes, MOST_REPEATED_BYTES));
        } catch (MalformedTensorException e) {
            return Optional.empty();
        }
    }

    private static Feature feature(Values values) {
        return switch (values.dtype()) {
            case STRING -> Feature.ofBytes(values.toBytes());
            case FLOAT32 -> Feature.of(values.toFloats());
            case FLOAT64 -> Feature.ofDoubles(values.toDoubles());
            case INT64 -> Feature.of(values.toLongs());
            case INT32 -> Feature.of(values.toInts());
            default -> Feature.notSet();
        };
    }

    /** Returns the bytes of an image or a sound. */
    private Feature encoded(MessageSchema.Field field) {
        FieldScanner fields = FieldScanner.of(bytes.toByteArray());
        Feature found = Feature.notSet();
        if (fields.isValid()) {
            MessageSchema only = MessageSchema.of(field);
            while (fields.next()) {
                if (only.field(fields.tag()).isPresent()) {
                    found = Feature.of(fields.bytes());
                }
            }
        }
        return found;
    }

    /** Prints an object with the tag and the value. */
    void writePlain(MessageJson target, Pieces pieces) throws IOException {
        JsonWriter json = target.json();
        json.beginObject().name("tag").string(tag);
        Optional<DenseTensor> tensor = tensor();
        if (number == EventSchema.SIMPLE_VALUE.number()) {
            json.name("value");
            target.scalar(simpleValue);
        } else if (tensor.isPresent()) {
            json.name("value");
            new TensorJson(pieces, json).values(tensor.get());
        } else {
            for (MessageSchema.Field field : EventSchema.OTHER_VALUES) {
                target.member(message, field);
            }
        }
        json.endObject();
    }
}
