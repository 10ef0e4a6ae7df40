package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.typed.FeatureName;
import dev.riffle.typed.RecordCodec;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

class TypedRecordOptionsTest {

    enum Device {
        PHONE,
        DESKTOP
    }

    // listing
    record Money(long cents) {}

    record Address(String street, @FeatureName("zip/code") String zip) {}

    record Order(
            @FeatureName("order/id") long id, Money total, Address address, Device device, double tax, int items) {}

    static final RecordCodec<Order> ORDERS = RecordCodec.builder(MethodHandles.lookup(), Order.class)
            .with(Money.class, Long.class, Money::cents, Money::new)
            .named("address.street", "street")
            .nullable("address.zip")
            .enumByName("device")
            .doubleAsFloat("tax")
            .defaultValue("items", 1)
            .build();
    // end

    @Test
    void run() {
        Order order = new Order(1, new Money(995), new Address("Main", null), Device.PHONE, 0.25, 3);

        assertThat(ORDERS.decode(ORDERS.encode(order))).isEqualTo(order);
        assertThat(Example.parse(ORDERS.encode(order)).names())
                .containsExactly("device", "items", "order/id", "street", "tax", "total");
        assertThat(ORDERS.specs())
                .hasToString("order/id:int64, total:int64, street:string, address.zip/code:string*, device:string,"
                        + " tax:float32, items:int64=1");
    }
}
