package dev.riffle.hadoop.listings;

import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

// listing
public final class WithLegs extends Mapper<BytesWritable, NullWritable, BytesWritable, NullWritable> {

    @Override
    protected void map(BytesWritable payload, NullWritable nothing, Context context)
            throws IOException, InterruptedException {
        Example animal = Example.parse(ByteBuffer.wrap(payload.getBytes(), 0, payload.getLength()));
        if (animal.feature("legs").longValue() > 0) {
            context.write(payload, nothing);
        }
    }
}
// end
