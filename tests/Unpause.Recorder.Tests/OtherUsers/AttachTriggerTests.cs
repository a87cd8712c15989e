using Unpause.Recorder.Files;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>The file created for a JVM, which changes its owner, while another file is mounted in its place repeatedly.</summary>
[Trait("Tier", "live")]
public sealed class AttachTriggerTests : IDisposable
{
    private const int Rounds = 1000;

    private const string Mounter = """
        import ctypes, os, sys
        libc = ctypes.CDLL(None)
        path, victim = ("/tmp/.attach_pid%d" % os.getpid()).encode(), sys.argv[1].encode()
        print("ready")
        while True:
            if libc.mount(victim, path, None, 4096, None) == 0:
                libc.umount2(path, 2)
        """;

    private readonly string _scratch = Directory.CreateDirectory($"/var/tmp/{FolderHandle.RandomName("unpause-test-")}").FullName;
    private readonly string _shared;
    private readonly string _victim;

    public AttachTriggerTests()
    {
        _shared = Stranger.SharedFolder(Path.Combine(_scratch, "shared"));
        _victim = Path.Combine(_scratch, "victim");
    }

    public void Dispose() => Directory.Delete(_scratch, recursive: true);

    [RootFact]
    public void AttachTrigger_FileReplaced_OnlyTheCreatedFileChangesOwner()
    {
        File.WriteAllText(_victim, "kept");
        const string OwnTmp = "mount --bind \"$1\" /tmp && exec python3 -u -c \"$0\" \"$2\"";
        using var adversary = new LiveProgram(
            Stranger.Line("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", OwnTmp, Mounter, _shared, _victim));
        var process = ProcessView.Find(adversary.Id)!;
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
                    // Another user's file is in the way.
            }
        }

        Assert.InRange(made, 1, Rounds);
        using var folder = FolderHandle.Open(Path.GetDirectoryName(_victim)!)!;
        Assert.Equal(0u, folder.FactsOf(Path.GetFileName(_victim))!.Value.User);
    }
}
