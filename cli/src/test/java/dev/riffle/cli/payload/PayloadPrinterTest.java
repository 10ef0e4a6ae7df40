package dev.riffle.cli.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.internal.ForeignMessages;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PayloadPrinterTest {

    private static final byte[] NESTED = ForeignMessages.field(1, ForeignMessages.varint(2, 99));

    private static String text(byte[] payload) throws IOException {
        StringBuilder text = new StringBuilder();
        PayloadPrinter.writeText(payload, PayloadKind.of(payload), text);
        return text.toString();
    }

    private static String json(byte[] payload) throws IOException {
        StringBuilder text = new StringBuilder();
        PayloadPrinter.writeJson(payload, PayloadKind.of(payload), text);
        return text.toString();
    }

    private static String plain(byte[] event) throws IOException {
        StringBuilder text = new StringBuilder();
        TensorBoardEvent.parse(event).writePlain(text);
        return text.toString();
    }

    @Test
    void printsMessagesOfUnknownTypesWithNumbersAndContents() throws IOException {
        byte[] payload = ForeignMessages.join(
                ForeignMessages.field(4, "read \"1\"\n\u00e9"),
                ForeignMessages.varint(5, -1),
                ForeignMessages.fixed64(8, Double.doubleToRawLongBits(1269.79)),
                ForeignMessages.fixed32(9, Float.floatToRawIntBits(Float.NaN)),
                ForeignMessages.field(11, NESTED),
                ForeignMessages.field(15, new byte[] {30, 31, (byte) 0xff}),
                ForeignMessages.field(16, ""),
                Bytes.ofHex("8b01" + "2801" + "8c01").toByteArray());
        assertThat(PayloadKind.of(payload)).isEqualTo(PayloadKind.PROTOBUF);
        assertThat(text(payload)).isEqualTo("""
                        4 text: "read \\"1\\"\\n\u00e9"
                        5 varint: -1
                        8 fixed64: 0x4093d728f5c28f5c, as double 1269.79
                        9 fixed32: 0x7fc00000, as float nan
                        11 message {
                          1 message {
                            2 varint: 99
                          }
                        }
                        15 bytes: "\\036\\037\\377"
                        16 text: ""
                        17 group {
                          5 varint: 1
                        }
                        """);
        assertThat(json(payload))
                .isEqualTo("{\"fields\":[{\"field\":4,\"type\":\"text\",\"value\":\"read \\\"1\\\"\\n\u00e9\"},"
                        + "{\"field\":5,\"type\":\"varint\",\"value\":\"-1\"},"
                        + "{\"field\":8,\"type\":\"fixed64\",\"value\":\"4653299410925686620\",\"double\":1269.79},"
                        + "{\"field\":9,\"type\":\"fixed32\",\"value\":2143289344,\"float\":\"NaN\"},"
                        + "{\"field\":11,\"type\":\"message\",\"value\":[{\"field\":1,\"type\":\"message\",\"value\":["
                        + "{\"field\":2,\"type\":\"varint\",\"value\":\"99\"}]}]},"
                        + "{\"field\":15,\"type\":\"bytes\",\"value\":\"Hh//\"},"
                        + "{\"field\":16,\"type\":\"text\",\"value\":\"\"},"
                        + "{\"field\":17,\"type\":\"group\",\"value\":["
                        + "{\"field\":5,\"type\":\"varint\",\"value\":\"1\"}]}]}");
    }

    @Test
    void printsDeeplyNestedMessagesAsBytes() throws IOException {
        byte[] message = {1, 2, 3};
        for (int i = 0; i < 1000; i++) {
            message = ForeignMessages.field(9, message);
        }
        String text = text(message);
        assertThat(text.lines().filter(line -> line.endsWith("9 message {"))).hasSize(FieldScanner.MOST_LEVELS);
        assertThat(text).contains("9 bytes: \"");
        assertThat(JsonValue.parse(json(message))).isInstanceOf(JsonValue.Members.class);
    }

    @Test
    void printsListsOfExamplesWithTheirContext() throws IOException {
        byte[] payload = ForeignMessages.join(
                ForeignMessages.field(1, Example.builder().put("n", 1L).build().toByteArray()),
                ForeignMessages.field(2, Example.builder().put("q", "a").build().toByteArray()),
                ForeignMessages.field(1, Example.builder().put("n", 2L).build().toByteArray()),
                ForeignMessages.field(2, Example.builder().put("r", "b").build().toByteArray()));
        assertThat(text(payload)).startsWith("""
                        examples {
                          features {
                            feature {
                              key: "n"
                              value {
                                int64_list {
                                  value: 1
                                }
                              }
                            }
                          }
                        }
                        examples {
                        """).endsWith("""
                                bytes_list {
                                  value: "b"
                                }
                              }
                            }
                          }
                        }
                        """);
        assertThat(json(payload))
                .isEqualTo("{\"examples\":[{\"features\":{\"feature\":{\"n\":{\"int64List\":{\"value\":[\"1\"]}}}}},"
                        + "{\"features\":{\"feature\":{\"n\":{\"int64List\":{\"value\":[\"2\"]}}}}}],"
                        + "\"context\":{\"features\":{\"feature\":{\"q\":{\"bytesList\":{\"value\":[\"YQ==\"]}},"
                        + "\"r\":{\"bytesList\":{\"value\":[\"Yg==\"]}}}}}}");
        assertThat(json(ForeignMessages.exampleList(1))).doesNotContain("context");
    }

    @Test
    void printsEventsWithTimeStepTagAndValue() throws IOException {
        byte[] event = ForeignMessages.event(
                9007199254740993L,
                ForeignMessages.scalar("loss", 0.5f),
                ForeignMessages.scalar("accuracy", Float.NEGATIVE_INFINITY));
        assertThat(text(event)).startsWith("# step 9007199254740993\n");
        assertThat(text(event)).endsWith("""
                        step: 9007199254740993
                        summary {
                          value {
                            tag: "loss"
                            simple_value: 0.5
                          }
                          value {
                            tag: "accuracy"
                            simple_value: -inf
                          }
                        }
                        """);
        byte[] small = ForeignMessages.event(
                3, ForeignMessages.scalar("loss", 0.5f), ForeignMessages.scalar("accuracy", Float.NaN));
        assertThat(text(small)).startsWith("# 2023-11-14T22:13:23Z, step 3\nwall_time: 1700000003.0\nstep: 3\n");
        assertThat(json(small))
                .isEqualTo("{\"wallTime\":1700000003.0,\"step\":\"3\",\"summary\":{\"value\":["
                        + "{\"tag\":\"loss\",\"simpleValue\":0.5},{\"tag\":\"accuracy\",\"simpleValue\":\"NaN\"}]}}");
        assertThat(plain(small))
                .isEqualTo("{\"wall_time\":1700000003.0,\"step\":3,\"values\":["
                        + "{\"tag\":\"loss\",\"value\":0.5},{\"tag\":\"accuracy\",\"value\":\"NaN\"}]}");
        assertThat(plain(event)).contains("\"step\":9007199254740993,");
        assertThat(json(event)).contains("\"step\":\"9007199254740993\",");
        assertThat(json(ForeignMessages.eventVersion()))
                .isEqualTo("{\"wallTime\":1700000000.0,\"fileVersion\":\"brain.Event:2\"}");
        assertThat(plain(ForeignMessages.eventVersion()))
                .isEqualTo("{\"wall_time\":1700000000.0,\"step\":0,\"file_version\":\"brain.Event:2\"}");
    }

    @Test
    void decodesTheTensorsOfEvents() throws IOException {
        DenseTensor scalar = DenseTensor.scalar(Values.ofFloats(0.25f));
        DenseTensor matrix = DenseTensor.of(Shape.of(1, 2), Values.ofLongs(1, 2));
        byte[] metadata = ForeignMessages.field(9, ForeignMessages.field(1, ForeignMessages.field(1, "scalars")));
        byte[] event = ForeignMessages.event(
                1,
                ForeignMessages.join(
                        ForeignMessages.field(1, "loss"),
                        ForeignMessages.field(8, TensorProto.serialize(scalar).toByteArray()),
                        metadata),
                ForeignMessages.join(
                        ForeignMessages.field(1, "m"),
                        ForeignMessages.field(8, TensorProto.serialize(matrix).toByteArray())),
                ForeignMessages.join(
                        ForeignMessages.field(1, "bad"), ForeignMessages.field(8, ForeignMessages.varint(1, 99))),
                ForeignMessages.join(
                        ForeignMessages.field(1, "h"),
                        ForeignMessages.field(
                                5,
                                ForeignMessages.join(
                                        ForeignMessages.fixed64(1, Double.doubleToRawLongBits(-1)),
                                        ForeignMessages.field(7, new byte[] {
                                            0, 0, 0, 0, 0, 0, (byte) 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0
                                        })))));
        assertThat(text(event))
                .contains("# loss: float32 [] 0.25\n", "# m: int64 [1, 2] [[1, 2]]\n", "dtype: DT_FLOAT\n")
                .doesNotContain("# bad");
        assertThat(plain(event))
                .endsWith(
                        "\"values\":[{\"tag\":\"loss\",\"value\":0.25},{\"tag\":\"m\",\"value\":[[1,2]]},"
                                + "{\"tag\":\"bad\",\"tensor\":{\"dtype\":99}},{\"tag\":\"h\",\"histo\":{\"min\":-1.0,\"bucket\":[1.0,0.0]}}]}");
        assertThat(json(event))
                .contains(
                        "\"dtype\":\"DT_INT64\",\"tensorShape\":{\"dim\":[{\"size\":\"1\"},{\"size\":\"2\"}]}",
                        "\"metadata\":{\"pluginData\":{\"pluginName\":\"scalars\"}}",
                        "\"dtype\":99",
                        "\"histo\":{\"min\":-1.0,\"bucket\":[1.0,0.0]}");
    }

    /** A few bytes describe a tensor of 64 MB here. */
    @Test
    void doesNotExpandLargeTensorsOfEvents() throws IOException {
        byte[] shape = ForeignMessages.field(2, ForeignMessages.field(2, ForeignMessages.varint(1, 16_000_000)));
        byte[] tensor = ForeignMessages.join(
                ForeignMessages.varint(1, 1), shape, ForeignMessages.field(5, new byte[] {0, 0, (byte) 0xc0, 0x3f}));
        byte[] event = ForeignMessages.event(
                1, ForeignMessages.join(ForeignMessages.field(1, "large"), ForeignMessages.field(8, tensor)));
        assertThat(plain(event))
                .endsWith("[{\"tag\":\"large\",\"tensor\":{\"dtype\":\"DT_FLOAT\",\"tensor_shape\":"
                        + "{\"dim\":[{\"size\":16000000}]},\"float_val\":[1.5]}}]}");
        assertThat(text(event)).doesNotContain("# large").contains("float_val: 1.5\n");
        assertThat(TensorBoardEvent.parse(event).values().get(0).content().kind())
                .isEqualTo("tensor");
    }

    @Test
    void printsDamagedPartsOfEventsAsFields() throws IOException {
        byte[] event = ForeignMessages.event(
                1,
                ForeignMessages.join(
                        ForeignMessages.field(1, new byte[] {'a', (byte) 0xff}),
                        ForeignMessages.field(4, new byte[] {(byte) 0xff}),
                        ForeignMessages.field(5, ForeignMessages.field(6, new byte[] {1, 2, 3}))));
        assertThat(text(event)).contains("tag: \"a\\377\"\n", "4 bytes: \"\\377\"\n", "6 bytes: \"\\001\\002\\003\"\n");
        assertThat(json(event)).contains("\"tag\":\"Yf8=\"").doesNotContain("image", "bucketLimit");
    }

    @Test
    void printsEveryPayload() throws Exception {
        Rounds.run("PayloadPrinterTest", 2000, (random, name) -> {
            byte[] payload = ForeignMessages.join(
                    ForeignMessages.event(random.nextInt(), ForeignMessages.scalar("loss", random.nextFloat())),
                    random.nextBoolean() ? ForeignMessages.sam(1) : new byte[0]);
            for (int flips = random.nextInt(4); flips > 0; flips--) {
                payload[random.nextInt(payload.length)] ^= (byte) (1 << random.nextInt(8));
            }
            byte[] printed = payload;
            assertThatCode(() -> text(printed)).as(name).doesNotThrowAnyException();
            assertThatCode(() -> JsonValue.parse(json(printed))).as(name).doesNotThrowAnyException();
        });
    }
}
