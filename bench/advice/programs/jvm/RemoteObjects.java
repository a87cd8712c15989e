import java.rmi.Remote;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;

/** Exports a remote object: RMI then calls System.gc() at its interval, which the case shortens. Fixed: it exports none. */
public class RemoteObjects {
    static final List<byte[]> live = new ArrayList<>();
    static final Remote exported = new Remote() { };
    static volatile Object kept;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 400_000; i++) live.add(new byte[100]);
        if (!Advice.isFixed(args)) UnicastRemoteObject.exportObject(exported, 0);
        Advice.run(args, RemoteObjects::unit);
        if (!Advice.isFixed(args)) UnicastRemoteObject.unexportObject(exported, true);
    }

    private static void unit(long work, boolean fixed) {
        for (int i = 0; i < 1_000; i++) kept = new byte[200];
    }
}
