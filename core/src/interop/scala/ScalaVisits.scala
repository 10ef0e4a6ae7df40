import dev.riffle.{RecordReader, RecordWriter}
import dev.riffle.dataset.{Dataset, RecordDataset}
import dev.riffle.dataset.collate.Collator
import dev.riffle.example.Example
import dev.riffle.parse.ExampleParser
import dev.riffle.typed.RecordCodec
import java.nio.file.Path
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.util.Using

// listing
object ScalaVisits {
  def main(args: Array[String]): Unit = {
    val directory = Path.of(args(0))

    // Examples, feature by feature
    val animals = directory.resolve("animals.tfrecord")
    val times = Array(1700000000000L, 1700000060000L)
    RecordWriter.write(
      animals,
      records =>
        for (name <- Seq("cat", "dog", "goat")) {
          val animal = Example.builder()
            .put("name", name)
            .put("legs", 4)
            .put("population", 1000000000L)
            .put("weight", 4.5f)
            .put("size", 0.25, 0.5)
            .put("seen", times: _*)
            .put("tags", Seq("soft", "grey").asJava)
            .build()
          records.write(animal.toBytes)
        }
    )
    Using.resource(RecordReader.open(animals)) { records =>
      for (payload <- records.asScala) {
        val animal = Example.parse(payload)
        println(s"${animal.feature("name").utf8Value}: ${animal.feature("legs").longValue} legs")
      }
    }

    // typed records, of the Java record Visit
    val codec = RecordCodec.of(classOf[Visit])
    val visits = Seq.tabulate(10) { i =>
      new Visit(i, s"page $i", i / 4f, Seq(s"tag $i").asJava, Option.when(i == 3)("slow").toJava)
    }
    val file = directory.resolve("visits.tfrecord")
    Dataset.fromList(visits.asJava).writeRecords(file, codec.encode(_))

    // a pipeline of typed records
    RecordDataset.files(file)
      .shuffle(100, 42)
      .map(codec.decode(_))
      .filter(_.score >= 0.5f)
      .batch(4)
      .forEach { batch =>
        println(batch.asScala.map(visit => s"${visit.user} ${visit.note.orElse("-")}").mkString(", "))
      }

    // a pipeline of columns
    val parser = ExampleParser.compile(codec.specs)
    RecordDataset.files(file)
      .batch(5, Collator.parsed(parser))
      .forEach(columns => println(columns.dense("score")))
  }
}
// end
