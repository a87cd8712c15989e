import io.netty.util.Timeout;

/** What the client does with the timer and the reply when the answer is there: the incident's mistake and its two fixes. */
enum AfterAnswer {
    /** Nothing: the timer's task retains the future, and the future retains the reply, until the timeout has passed. */
    RETAINING {
        @Override
        void done(RpcFuture future, Timeout timeout) {
        }
    },

    /** The future lets go of request and reply when they are delivered; the task stays in the timer, small. */
    REFERENCE_DROPPED {
        @Override
        void done(RpcFuture future, Timeout timeout) {
            future.drop();
        }
    },

    /** The timer forgets the task. */
    TIMEOUT_CANCELLED {
        @Override
        void done(RpcFuture future, Timeout timeout) {
            timeout.cancel();
        }
    };

    abstract void done(RpcFuture future, Timeout timeout);

    static AfterAnswer named(String name) {
        return valueOf(name.toUpperCase().replace('-', '_'));
    }
}
