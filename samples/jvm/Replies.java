import java.util.ArrayDeque;

/**
 * A client that makes replies at a steady rate and sets a timer of three seconds for each, as RPC clients do. One of:
 * retaining: the timer's task holds the reply until it fires, 3 s after the reply was delivered;
 * dropped: the task lets go of the reply when it is delivered;
 * leaking: every tenth reply is never let go; steady: nothing is held, but four times as much is allocated.
 * Arguments: mode, seconds, replies a second.
 */
public final class Replies {
    private static final class Reply {
        final byte[][] fields = new byte[40][];

        Reply() {
            for (int i = 0; i < fields.length; i++) fields[i] = new byte[160];
        }
    }

    private static final class TimerTask {
        final long fires;
        Reply reply;

        TimerTask(long fires, Reply reply) {
            this.fires = fires;
            this.reply = reply;
        }
    }

    private static volatile Object delivered;

    public static void main(String[] args) throws Exception {
        String mode = args[0];
        double seconds = Double.parseDouble(args[1]);
        int rate = Integer.parseInt(args[2]);
        ArrayDeque<TimerTask> timer = new ArrayDeque<>();
        ArrayDeque<Reply> leak = new ArrayDeque<>();
        long start = System.nanoTime();
        long made = 0;
        while (System.nanoTime() - start < seconds * 1e9) {
            long now = System.nanoTime();
            long due = (long) ((now - start) / 1e9 * rate);
            for (; made < due; made++) {
                Reply reply = new Reply();
                TimerTask task = new TimerTask(now + 3_000_000_000L, reply);
                timer.addLast(task);
                delivered = reply;
                if (!mode.equals("retaining")) task.reply = null;
                if (mode.equals("leaking") && made % 10 == 0) leak.addLast(reply);
                if (mode.equals("steady")) for (int i = 0; i < 3; i++) delivered = new Reply();
            }
            while (!timer.isEmpty() && timer.peekFirst().fires < now) timer.removeFirst();
            Thread.sleep(1);
        }
        System.out.println(mode + ": " + made + " replies, " + timer.size() + " timers, " + leak.size() + " leaked");
    }
}
