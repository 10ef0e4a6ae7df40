import dev.riffle.RecordReader
import dev.riffle.RecordWriter
import dev.riffle.dataset.Dataset
import dev.riffle.dataset.RecordDataset
import dev.riffle.dataset.collate.Collator
import dev.riffle.example.Example
import dev.riffle.parse.ExampleParser
import dev.riffle.typed.FeatureName
import dev.riffle.typed.RecordCodec
import kotlin.io.path.Path

// listing
@JvmRecord
data class Click(
    val user: Long,
    @FeatureName("page/name") val page: String,
    val score: Float,
    val tags: List<String>,
    val note: String?,
)

fun main(args: Array<String>) {
    val directory = Path(args[0])

    // Examples, feature by feature
    val animals = directory.resolve("animals.tfrecord")
    val times = longArrayOf(1_700_000_000_000, 1_700_000_060_000)
    RecordWriter.write(animals) { records ->
        for (name in listOf("cat", "dog", "goat")) {
            val animal = Example.builder()
                .put("name", name)
                .put("legs", 4)
                .put("population", 1_000_000_000L)
                .put("weight", 4.5f)
                .put("size", 0.25, 0.5)
                .put("seen", *times)
                .put("tags", listOf("soft", "grey"))
                .build()
            records.write(animal.toBytes())
        }
    }
    RecordReader.open(animals).use { records ->
        for (payload in records) {
            val animal = Example.parse(payload)
            println("${animal.feature("name").utf8Value()}: ${animal.feature("legs").longValue()} legs")
        }
    }

    // typed records
    val codec = RecordCodec.builder(Click::class.java).nullable("note").build()
    val clicks = List(10) {
        Click(it.toLong(), "page $it", it / 4f, listOf("tag $it"), if (it == 3) "slow" else null)
    }
    val file = directory.resolve("clicks.tfrecord")
    Dataset.fromList(clicks).writeRecords(file, codec::encode)

    // a pipeline of typed records
    RecordDataset.files(file)
        .map(codec)
        .filter { it.score >= 0.5f }
        .shuffle(100, 42)
        .batch(4)
        .forEach { batch -> println(batch.map { "${it.user} ${it.note ?: "-"}" }) }

    // a pipeline of columns
    val parser = ExampleParser.compile(codec.specs())
    RecordDataset.files(file)
        .batch(5, Collator.parsed(parser))
        .forEach { columns -> println(columns.dense("score")) }
}
// end
