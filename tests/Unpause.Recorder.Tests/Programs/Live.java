import java.util.ArrayList;
import java.util.List;

/** Allocates steadily until it is ended; says when it is ready. */
public class Live {
    static Object sink;

    public static void main(String[] arguments) throws Exception {
        List<Object> kept = new ArrayList<>();
        System.out.println("ready");
        while (true) {
            for (int i = 0; i < 2000; i++) {
                sink = new byte[1000];
                if (i % 50 == 0) kept.add(sink);
            }
            if (kept.size() > 20000) kept.clear();
            Thread.sleep(2);
        }
    }
}
