using Unpause.Recorder.Files;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Strangers;

/// <summary>The file that is made for a JVM and given to it, while another file is mounted in its place as fast as that goes.</summary>
public sealed class AttachTriggerTests : IDisposable
{
    private const int Rounds = 1000;

    private const string Mounter = """
        import ctypes, os, sys
        libc = ctypes.CDLL(None)
        path, victim = ("/tmp/.attach_pid%d" % os.getpid()).encode(), sys.argv[1].encode()
        print("ready")
        while True:
            if os.path.exists(path):
                libc.mount(victim, path, None, 4096, None)
            libc.umount2(path, 2)
        """;

    private readonly string _victim = Path.GetTempFileName();

    public void Dispose() => File.Delete(_victim);

    [RootFact]
    public void OnlyWhatWasMadeIsGiven()
    {
        File.WriteAllText(_victim, "kept");
        const string OwnTmp = "cat \"$1\" >/dev/null; exec 3<\"$1\"; mkdir -p /tmp/v; mount -t tmpfs none /mnt && cp \"$1\" /mnt/v; "
            + "mount --bind \"$(dirname \"$1\")\" /mnt; mount -t tmpfs none /tmp; exec python3 -u -c \"$0\" \"/mnt/$(basename \"$1\")\"";
        File.SetUnixFileMode(_victim, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead);
        using var adversary = new LiveProgram(
            Stranger.Line("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", OwnTmp, Mounter, _victim));
        var process = ProcessView.Of(adversary.Id)!;
        var made = 0;
        for (var round = 0; round < Rounds; round++)
        {
            try
            {
                using var trigger = AttachTrigger.Make(process);
                made++;
            }
            catch (ObstacleException)
            {
                // Another one's is in the way.
            }
        }

        Assert.InRange(made, 1, Rounds);
        using var folder = FolderHandle.Open(Path.GetDirectoryName(_victim)!)!;
        Assert.Equal(0u, folder.FactsOf(Path.GetFileName(_victim))!.Value.User);
    }
}
