using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>
/// The folder created for a process, while that process mounts a folder of root's over each new one, from a thread on every
/// CPU: the process never becomes the owner of a folder of root's.
/// </summary>
[Trait("Tier", "live")]
public sealed class GivenFolderTests : IDisposable
{
    private const int Rounds = 1000;

    // Waits for a name of unpause's in the temporary folder (inotify(7)), mounts over it at once, and unmounts on command.
    private const string Mounter = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <pthread.h>
        #include <sched.h>
        #include <stdio.h>
        #include <string.h>
        #include <sys/inotify.h>
        #include <sys/mount.h>
        #include <unistd.h>
        static const char *victim;
        static void *wait_for_names(void *processor) {
            char events[65536], path[512];
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET((long)processor, &one);
            sched_setaffinity(0, sizeof one, &one);
            int watch = inotify_init1(0);
            inotify_add_watch(watch, "/tmp", IN_CREATE);
            for (;;) {
                long count = read(watch, events, sizeof events);
                for (long at = 0; at < count;) {
                    struct inotify_event *event = (void *)(events + at);
                    at += sizeof *event + event->len;
                    if (strncmp(event->name, "unpause-", 8)) continue;
                    snprintf(path, sizeof path, "/tmp/%s", event->name);
                    if (mount(victim, path, NULL, MS_BIND, NULL)) continue;
                    usleep(1000);
                    umount2(path, MNT_DETACH);
                }
            }
        }
        int main(int count, char **arguments) {
            pthread_t thread;
            (void)count;
            victim = arguments[1];
            for (long processor = 0; processor < sysconf(_SC_NPROCESSORS_ONLN); processor++)
                pthread_create(&thread, NULL, wait_for_names, (void *)processor);
            usleep(100000);
            puts("ready");
            fflush(stdout);
            for (;;) pause();
        }
        """;

    private readonly string _scratch = Directory.CreateDirectory($"/var/tmp/{FolderHandle.RandomName("unpause-test-")}").FullName;
    private readonly string _shared;
    private readonly string _victim;

    public GivenFolderTests()
    {
        File.SetUnixFileMode(_scratch, RunFolder.ReadableByAll);
        _shared = Stranger.SharedFolder(Path.Combine(_scratch, "shared"));
        _victim = Directory.CreateDirectory(Path.Combine(_scratch, "private"), UnixFileMode.UserRead | UnixFileMode.UserWrite).FullName;
    }

    public void Dispose() => Directory.Delete(_scratch, recursive: true);

    [RootFact]
    public void LiveFolder_MountedOverWhileCreated_GivesNoFolderOfRootAway()
    {
        const string OwnTmp = "mount --bind \"$1\" /tmp && exec \"$0\" \"$2\"";
        using var adversary = new LiveProgram(Stranger.Line(
            "unshare", "--user", "--map-root-user", "--mount", "sh", "-c", OwnTmp, CPrograms.Compile(_scratch, Mounter), _shared, _victim));
        var process = ProcessView.Find(adversary.Id)!;
        var made = 0;
        for (var round = 0; round < Rounds; round++)
        {
            try
            {
                using var folder = LiveFolder.For(process);
                using var file = folder.Handle.MakeFile("python-made");
                made++;
            }
            catch (ObstacleException)
            {
                // The mount was there first.
            }

            using var victim = FolderHandle.Open(_victim)!;
            Assert.Equal(0u, victim.Facts.User);
            Assert.Empty(victim.Names());
        }

        Assert.InRange(made, 1, Rounds);
    }
}
