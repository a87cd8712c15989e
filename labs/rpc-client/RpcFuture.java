import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;

/** A call that is under way; its caller waits in {@link #get}. */
final class RpcFuture {
    private final CountDownLatch done = new CountDownLatch(1);
    private Request request;
    private Response response;
    private volatile boolean timedOut;

    RpcFuture(Request request) {
        this.request = request;
    }

    Request request() {
        return request;
    }

    void complete(Response answer) {
        response = answer;
        done.countDown();
    }

    /** What the timer calls: too late for a call that is answered. */
    void timeOut() {
        if (done.getCount() == 0) return;
        timedOut = true;
        done.countDown();
    }

    Response get() throws InterruptedException, TimeoutException {
        done.await();
        if (timedOut) throw new TimeoutException("no response within the timeout");
        return response;
    }

    /** Forgets what was sent and received. */
    void drop() {
        request = null;
        response = null;
    }
}
