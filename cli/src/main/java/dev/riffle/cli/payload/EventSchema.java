package dev.riffle.cli.payload;

import dev.riffle.cli.payload.MessageSchema.Field;
import dev.riffle.cli.payload.MessageSchema.FieldType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds the fields of {@code tf.Event}. Source: {@code tensorflow/core/util/event.proto} and {@code summary.proto},
 * {@code tensor.proto}, {@code tensor_shape.proto} and {@code types.proto} in {@code tensorflow/core/framework}.
 */
final class EventSchema {

    private static final Map<Integer, String> DATA_TYPES = Map.ofEntries(
            Map.entry(0, "DT_INVALID"),
            Map.entry(1, "DT_FLOAT"),
            Map.entry(2, "DT_DOUBLE"),
            Map.entry(3, "DT_INT32"),
            Map.entry(4, "DT_UINT8"),
            Map.entry(5, "DT_INT16"),
            Map.entry(6, "DT_INT8"),
            Map.entry(7, "DT_STRING"),
            Map.entry(8, "DT_COMPLEX64"),
            Map.entry(9, "DT_INT64"),
            Map.entry(10, "DT_BOOL"),
            Map.entry(14, "DT_BFLOAT16"),
            Map.entry(17, "DT_UINT16"),
            Map.entry(18, "DT_COMPLEX128"),
            Map.entry(19, "DT_HALF"),
            Map.entry(22, "DT_UINT32"),
            Map.entry(23, "DT_UINT64"));

    private static final MessageSchema TENSOR_SHAPE = MessageSchema.of(
            Field.messages(
                    2,
                    "dim",
                    MessageSchema.of(Field.of(1, "size", FieldType.INT64), Field.of(2, "name", FieldType.STRING))),
            Field.of(3, "unknown_rank", FieldType.BOOL));

    private static final MessageSchema TENSOR = MessageSchema.of(
            Field.constant(1, "dtype", DATA_TYPES),
            Field.message(2, "tensor_shape", TENSOR_SHAPE),
            Field.of(3, "version_number", FieldType.INT32),
            Field.of(4, "tensor_content", FieldType.BYTES),
            Field.repeated(5, "float_val", FieldType.FLOAT),
            Field.repeated(6, "double_val", FieldType.DOUBLE),
            Field.repeated(7, "int_val", FieldType.INT32),
            Field.repeated(8, "string_val", FieldType.BYTES),
            Field.repeated(9, "scomplex_val", FieldType.FLOAT),
            Field.repeated(10, "int64_val", FieldType.INT64),
            Field.repeated(11, "bool_val", FieldType.BOOL),
            Field.repeated(12, "dcomplex_val", FieldType.DOUBLE),
            Field.repeated(13, "half_val", FieldType.INT32),
            Field.repeated(16, "uint32_val", FieldType.INT32),
            Field.repeated(17, "uint64_val", FieldType.UINT64),
            Field.of(18, "float8_val", FieldType.BYTES));

    static final Field ENCODED_IMAGE = Field.of(4, "encoded_image_string", FieldType.BYTES);

    private static final MessageSchema IMAGE = MessageSchema.of(
            Field.of(1, "height", FieldType.INT32),
            Field.of(2, "width", FieldType.INT32),
            Field.of(3, "colorspace", FieldType.INT32),
            ENCODED_IMAGE);

    private static final MessageSchema HISTOGRAM = MessageSchema.of(
            Field.of(1, "min", FieldType.DOUBLE),
            Field.of(2, "max", FieldType.DOUBLE),
            Field.of(3, "num", FieldType.DOUBLE),
            Field.of(4, "sum", FieldType.DOUBLE),
            Field.of(5, "sum_squares", FieldType.DOUBLE),
            Field.repeated(6, "bucket_limit", FieldType.DOUBLE),
            Field.repeated(7, "bucket", FieldType.DOUBLE));

    static final Field ENCODED_AUDIO = Field.of(4, "encoded_audio_string", FieldType.BYTES);

    private static final MessageSchema AUDIO = MessageSchema.of(
            Field.of(1, "sample_rate", FieldType.FLOAT),
            Field.of(2, "num_channels", FieldType.INT64),
            Field.of(3, "length_frames", FieldType.INT64),
            ENCODED_AUDIO,
            Field.of(5, "content_type", FieldType.STRING));

    private static final MessageSchema METADATA = MessageSchema.of(
            Field.message(
                    1,
                    "plugin_data",
                    MessageSchema.of(
                            Field.of(1, "plugin_name", FieldType.STRING), Field.of(2, "content", FieldType.BYTES))),
            Field.of(2, "display_name", FieldType.STRING),
            Field.of(3, "summary_description", FieldType.STRING),
            Field.constant(
                    4,
                    "data_class",
                    Map.of(
                            0,
                            "DATA_CLASS_UNKNOWN",
                            1,
                            "DATA_CLASS_SCALAR",
                            2,
                            "DATA_CLASS_TENSOR",
                            3,
                            "DATA_CLASS_BLOB_SEQUENCE")));

    static final Field TAG = Field.of(1, "tag", FieldType.STRING);
    static final Field SIMPLE_VALUE = Field.of(2, "simple_value", FieldType.FLOAT);
    private static final Field OLD_HISTOGRAM = Field.of(3, "obsolete_old_style_histogram", FieldType.BYTES);
    static final Field IMAGE_VALUE = Field.message(4, "image", IMAGE);
    static final Field HISTOGRAM_VALUE = Field.message(5, "histo", HISTOGRAM);
    static final Field AUDIO_VALUE = Field.message(6, "audio", AUDIO);
    static final Field TENSOR_VALUE = Field.message(8, "tensor", TENSOR);

    static final MessageSchema VALUE = MessageSchema.of(
            TAG,
            SIMPLE_VALUE,
            OLD_HISTOGRAM,
            IMAGE_VALUE,
            HISTOGRAM_VALUE,
            AUDIO_VALUE,
            Field.of(7, "node_name", FieldType.STRING),
            TENSOR_VALUE,
            Field.message(9, "metadata", METADATA));

    /** The contents of a value that are messages. */
    static final MessageSchema CONTENTS = MessageSchema.of(IMAGE_VALUE, HISTOGRAM_VALUE, AUDIO_VALUE, TENSOR_VALUE);

    static final Field SUMMARY_VALUES = Field.messages(1, "value", VALUE);

    private static final MessageSchema LOG_MESSAGE = MessageSchema.of(
            Field.constant(
                    1,
                    "level",
                    Map.of(0, "UNKNOWN", 10, "DEBUGGING", 20, "INFO", 30, "WARN", 40, "ERROR", 50, "FATAL")),
            Field.of(2, "message", FieldType.STRING));

    private static final MessageSchema SESSION_LOG = MessageSchema.of(
            Field.constant(1, "status", Map.of(0, "STATUS_UNSPECIFIED", 1, "START", 2, "STOP", 3, "CHECKPOINT")),
            Field.of(2, "checkpoint_path", FieldType.STRING),
            Field.of(3, "msg", FieldType.STRING));

    static final Field WALL_TIME = Field.of(1, "wall_time", FieldType.DOUBLE);
    static final Field STEP = Field.of(2, "step", FieldType.INT64);
    static final Field SUMMARY = Field.message(5, "summary", MessageSchema.of(SUMMARY_VALUES));

    static final MessageSchema EVENT = MessageSchema.of(
            WALL_TIME,
            STEP,
            Field.of(3, "file_version", FieldType.STRING),
            Field.of(4, "graph_def", FieldType.BYTES),
            SUMMARY,
            Field.message(6, "log_message", LOG_MESSAGE),
            Field.message(7, "session_log", SESSION_LOG),
            Field.message(
                    8,
                    "tagged_run_metadata",
                    MessageSchema.of(
                            Field.of(1, "tag", FieldType.STRING), Field.of(2, "run_metadata", FieldType.BYTES))),
            Field.of(9, "meta_graph_def", FieldType.BYTES),
            Field.message(10, "source_metadata", MessageSchema.of(Field.of(1, "writer", FieldType.STRING))));

    /** The fields of an event next to its time, its step and its summary. */
    static final List<Field> OTHER_CONTENT = EVENT.inOrder().stream()
            .filter(field -> !Set.of(WALL_TIME, STEP, SUMMARY).contains(field))
            .toList();

    /** The contents of a value other than numbers and decoded tensors. */
    static final List<Field> OTHER_VALUES = VALUE.inOrder().stream()
            .filter(field -> field.number() == OLD_HISTOGRAM.number()
                    || CONTENTS.fields().containsValue(field))
            .toList();

    private EventSchema() {}
}
