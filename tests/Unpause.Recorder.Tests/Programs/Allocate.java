import java.util.ArrayList;
import java.util.List;

public class Allocate {
    public static void main(String[] arguments) throws Exception {
        List<byte[]> kept = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            kept.add(new byte[2_000]);
            if (kept.size() > 5_000) kept.clear();
        }
        System.out.println("allocated");
        if (arguments.length > 0) Runtime.getRuntime().exec(new String[] {"kill", "-9", "" + ProcessHandle.current().pid()}).waitFor();
    }
}
