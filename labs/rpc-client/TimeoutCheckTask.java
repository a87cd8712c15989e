import io.netty.util.Timeout;
import io.netty.util.TimerTask;

/** What the timer does when the timeout of a call has passed. */
final class TimeoutCheckTask implements TimerTask {
    private final RpcFuture future;

    TimeoutCheckTask(RpcFuture future) {
        this.future = future;
    }

    @Override
    public void run(Timeout timeout) {
        future.timeOut();
    }
}
