package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of a named module, and records with as many components as a class can have. */
class CompiledRecordsTest {

    /** More calls than a codec makes by reflection. */
    private static final int CALLS = 1_200;

    /** The module exports the package {@code shop}, and not the package {@code shop.stock}. */
    private static final Map<String, String> SOURCES = Map.of(
            "module-info.java", "module shop { exports shop; }",
            "shop/Open.java", "package shop; public record Open(int n, String s) {}",
            "shop/Widest.java", "package shop; public record Widest(" + longs(126) + ", boolean last) {}",
            "shop/TooWide.java", "package shop; public record TooWide(" + longs(127) + ") {}",
            "shop/Holder.java", "package shop; public record Holder(int n, TooWide wide) {}",
            "shop/stock/Listed.java", "package shop.stock; public record Listed(int n) {}",
            "shop/stock/Order.java", """
                    package shop.stock;
                    record Order(int n, Color color, Item item, java.util.List<Color> colors) {
                        enum Color { RED, GREEN { } }
                        record Item(String name, shop.Open open) {}
                        static final Order EXAMPLE =
                            new Order(1, Color.GREEN, new Item("a", new shop.Open(2, "b")), java.util.List.of(Color.RED));
                    }
                    """,
            "shop/stock/Stock.java", """
                    package shop.stock;
                    public class Stock {
                        public static final Record ORDER = Order.EXAMPLE;
                        public static final java.lang.invoke.MethodHandles.Lookup LOOKUP =
                            java.lang.invoke.MethodHandles.lookup();
                    }
                    """,
            "shop/Access.java", """
                    package shop;
                    public class Access {
                        public static final Record ORDER = shop.stock.Stock.ORDER;
                        public static final java.lang.invoke.MethodHandles.Lookup LOOKUP = shop.stock.Stock.LOOKUP;
                    }
                    """);

    @TempDir
    static Path directory;

    private static ClassLoader shop;

    private static String longs(int count) {
        return IntStream.range(0, count).mapToObj(i -> "long c" + i).collect(Collectors.joining(", "));
    }

    @BeforeAll
    static void compile() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : SOURCES.entrySet()) {
            Path file = directory.resolve("src").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()));
        }
        Path classes = directory.resolve("classes");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-d", classes.toString(), "-proc:none", "--release", "17");
            boolean compiled = compiler.getTask(
                            errors, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(compiled).as(errors.toString()).isTrue();
        }
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration().resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("shop"));
        shop = boot.defineModulesWithOneLoader(configuration, null).findLoader("shop");
    }

    private static Class<? extends Record> type(String name) throws ClassNotFoundException {
        return shop.loadClass(name).asSubclass(Record.class);
    }

    private static Object field(String name) throws ReflectiveOperationException {
        return shop.loadClass("shop.Access").getField(name).get(null);
    }

    private static void checkRoundTrips(RecordCodec<?> codec, Object record) {
        @SuppressWarnings("unchecked") // the record has the class of the codec
        RecordCodec<Object> any = (RecordCodec<Object>) codec;
        for (int i = 0; i < CALLS; i++) {
            assertThat(any.decode(any.encode(record))).isEqualTo(record);
        }
    }

    @Test
    void exportedRecordsNeedNoLookup() throws Exception {
        RecordCodec<?> codec = RecordCodec.of(type("shop.Open"));

        assertThat(type("shop.Open").getModule().isNamed()).isTrue();
        Object record =
                codec.decode(Example.builder().put("n", 1).put("s", "x").build().toBytes());
        assertThat(record).hasToString("Open[n=1, s=x]");
        checkRoundTrips(codec, record);
    }

    @Test
    void recordsThatAreNotExportedNeedALookup() throws Exception {
        Class<? extends Record> listed = type("shop.stock.Listed");
        MethodHandles.Lookup lookup = (MethodHandles.Lookup) field("LOOKUP");

        assertThatThrownBy(() -> RecordCodec.of(listed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("record shop.stock.Listed is not accessible")
                .hasMessageContaining("RecordCodec.builder(MethodHandles.lookup(), Listed.class)");
        assertThatThrownBy(() ->
                        RecordCodec.builder(MethodHandles.lookup(), listed).build())
                .isInstanceOf(IllegalArgumentException.class);
        RecordCodec<?> codec = RecordCodec.builder(lookup, listed).build();
        checkRoundTrips(
                codec, codec.decode(Example.builder().put("n", 1).build().toBytes()));
    }

    @Test
    void recordsThatAreNeitherPublicNorExported() throws Exception {
        Record order = (Record) field("ORDER");
        RecordCodec<?> codec = RecordCodec.builder((MethodHandles.Lookup) field("LOOKUP"), order.getClass())
                .enumByName("colors")
                .build();

        checkRoundTrips(codec, order);
        assertThat(codec.specs())
                .hasToString("n:int64, color:int64, item.name:string, item.open.n:int64, item.open.s:string,"
                        + " colors:string*");
    }

    @Test
    void recordsWithManyComponents() throws Exception {
        Constructor<?> constructor = type("shop.Widest").getConstructors()[0];
        Object[] components = new Object[127];
        Arrays.setAll(components, i -> 1L << i);
        components[126] = true;

        checkRoundTrips(RecordCodec.of(type("shop.Widest")), constructor.newInstance(components));
    }

    @Test
    void recordsWithTooManyComponents() throws Exception {
        for (RecordCodec.Builder<?> builder : List.of(
                RecordCodec.builder(type("shop.TooWide")),
                RecordCodec.builder((MethodHandles.Lookup) field("LOOKUP"), type("shop.TooWide")))) {
            assertThatThrownBy(builder::build)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("record shop.TooWide: the record shop.TooWide must have at most 253 components: 254,"
                            + " with long and double counted as two; move components to nested records");
        }
        assertThatThrownBy(() -> RecordCodec.of(type("shop.Holder")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("record shop.Holder, component wide: the record shop.TooWide");
    }
}
