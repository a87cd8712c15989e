import io.netty.util.HashedWheelTimer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Sets a timeout of three seconds for each reply on Netty's wheel timer, as RPC clients do. The timeout's task holds the
 * future, and the future its reply, long after the reply was used. Arguments: seconds, replies a second.
 */
public final class TimedReplies {
    private static final class Response {
        final byte[] body;

        Response(int size) {
            body = new byte[size];
        }
    }

    private static final class RpcFuture {
        Response response;

        void timeout() {
            response = null;
        }
    }

    private static volatile Object delivered;

    public static void main(String[] args) throws Exception {
        double seconds = Double.parseDouble(args[0]);
        int rate = Integer.parseInt(args[1]);
        HashedWheelTimer timer = new HashedWheelTimer(100, TimeUnit.MILLISECONDS);
        long start = System.nanoTime();
        long made = 0;
        while (System.nanoTime() - start < seconds * 1e9) {
            long due = (long) ((System.nanoTime() - start) / 1e9 * rate);
            for (; made < due; made++) {
                RpcFuture future = new RpcFuture();
                timer.newTimeout(timeout -> future.timeout(), 3, TimeUnit.SECONDS);
                future.response = new Response(1_000 + ThreadLocalRandom.current().nextInt(4_000));
                delivered = future.response;
            }
            Thread.sleep(1);
        }
        timer.stop();
        System.out.println(made + " replies");
    }
}
