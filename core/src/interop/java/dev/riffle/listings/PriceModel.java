package dev.riffle.listings;

/**
 * An ONNX model of the price of a house: {@code [area, rooms] x [2, 0.5]}, plus 1 in Paris. The inputs are columns of
 * shape [n, 1]: {@code area} of floats, {@code rooms} of int64 and {@code city} of strings.
 */
final class PriceModel {

    private static final int FLOAT = 1;
    private static final int INT64 = 7;
    private static final int STRING = 8;

    private PriceModel() {}

    /** Returns a serialized ModelProto. */
    static byte[] bytes() {
        OnnxMessage graph = new OnnxMessage()
                .message(1, node("Cast", "", "rooms", "roomsAsFloats").message(5, number("to", FLOAT)))
                .message(
                        1,
                        node("Concat", "", "area", "inputs")
                                .text(1, "roomsAsFloats")
                                .message(5, number("axis", 1)))
                .message(1, node("MatMul", "", "inputs", "base").text(1, "weights"))
                .message(
                        1,
                        node("LabelEncoder", "ai.onnx.ml", "city", "premium")
                                .message(5, attribute("keys_strings", 8).text(9, "Lyon", "Paris"))
                                .message(5, attribute("values_floats", 6).numbers(7, 0, 1)))
                .message(1, node("Add", "", "base", "price").text(1, "premium"))
                .text(2, "prices")
                .message(
                        5,
                        new OnnxMessage()
                                .number(1, 2)
                                .number(1, 1)
                                .number(2, FLOAT)
                                .numbers(4, 2, 0.5f)
                                .text(8, "weights"))
                .message(11, column("area", FLOAT))
                .message(11, column("rooms", INT64))
                .message(11, column("city", STRING))
                .message(12, column("price", FLOAT));
        return new OnnxMessage()
                .number(1, 8)
                .message(7, graph)
                .message(8, new OnnxMessage().text(1, "").number(2, 13))
                .message(8, new OnnxMessage().text(1, "ai.onnx.ml").number(2, 2))
                .toByteArray();
    }

    private static OnnxMessage node(String operation, String domain, String input, String output) {
        return new OnnxMessage()
                .text(1, input)
                .text(2, output)
                .text(4, operation)
                .text(7, domain);
    }

    private static OnnxMessage attribute(String name, int type) {
        return new OnnxMessage().text(1, name).number(20, type);
    }

    private static OnnxMessage number(String name, int value) {
        return attribute(name, 2).number(3, value);
    }

    /** Returns the ValueInfoProto of a tensor of shape [n, 1]. */
    private static OnnxMessage column(String name, int type) {
        OnnxMessage shape =
                new OnnxMessage().message(1, new OnnxMessage().text(2, "n")).message(1, new OnnxMessage().number(1, 1));
        OnnxMessage tensor = new OnnxMessage().number(1, type).message(2, shape);
        return new OnnxMessage().text(1, name).message(2, new OnnxMessage().message(1, tensor));
    }
}
