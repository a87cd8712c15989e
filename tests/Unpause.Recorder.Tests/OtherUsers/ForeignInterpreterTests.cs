using Unpause.Recorder.Files;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Python;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>
/// A process that pretends to be CPython 3.14 by the name of a mapped file, and executes its own program named python3.14 as soon as a
/// folder of unpause appears. That program is not executed as root.
/// </summary>
[Trait("Tier", "live")]
public sealed class ForeignInterpreterTests : IDisposable
{
    private const int Rounds = 1000;

    // Executes the other program by execve, which keeps the process's id and start time.
    private const string Waiting = """
        import ctypes, mmap, os, sys
        shared = sys.argv[1]
        with open(shared + "/libpython3.14.so.1.0", "rb") as file:
            kept = mmap.mmap(file.fileno(), 4096, mmap.MAP_PRIVATE, mmap.PROT_READ)
        libc = ctypes.CDLL(None)
        watch = libc.inotify_init1(0x80000)
        libc.inotify_add_watch(watch, b"/tmp", 0x100)
        print("ready")
        while b"unpause-" not in os.read(watch, 65536):
            pass
        os.execv(shared + "/python3.14", ["python3.14", shared])
        """;

    // Executed as root it creates a file; executed by the process it becomes CPython again.
    private const string Interpreter = """
        #include <fcntl.h>
        #include <stdio.h>
        #include <string.h>
        #include <unistd.h>
        int main(int count, char **arguments) {
            char path[512] = "";
            if (geteuid() == 0) {
                readlink("/proc/self/exe", path, sizeof path - 8);
                strcpy(strrchr(path, '/'), "/ran");
                return creat(path, 0600) < 0;
            }
            if (count < 2) return 1;
            usleep(1000);
            snprintf(path, sizeof path, "%s/waiting.py", arguments[1]);
            execl("/usr/bin/python3", "python3", "-ISu", path, arguments[1], NULL);
            return 1;
        }
        """;

    private readonly string _shared;

    public ForeignInterpreterTests() =>
        _shared = Stranger.SharedFolder($"/var/tmp/{FolderHandle.RandomName("unpause-test-")}");

    public void Dispose() => Directory.Delete(_shared, recursive: true);

    [RootFact]
    public void ForeignInterpreter_ExecutesAnotherProgram_IsNotExecutedAsRoot()
    {
        File.Move(CPrograms.Compile(_shared, Interpreter), Path.Combine(_shared, "python3.14"));
        File.WriteAllText(Path.Combine(_shared, "waiting.py"), Waiting);
        File.WriteAllBytes(Path.Combine(_shared, "libpython3.14.so.1.0"), new byte[4096]);
        using var adversary = new LiveProgram(
            Stranger.Line("/usr/bin/python3", "-ISu", Path.Combine(_shared, "waiting.py"), _shared));
        var process = ProcessView.Find(adversary.Id)!;
        var passed = 0;
        for (var round = 0; round < Rounds; round++)
        {
            if (SpinWait.SpinUntil(() => PythonCode.Find(process)?.Version == RemoteExecution.First, TimeSpan.FromSeconds(1))) passed++;
            try
            {
                using var remote = PythonRemote.Begin(process);
            }
            catch (ObstacleException)
            {
                // It is not CPython 3.14.
            }

            Assert.False(File.Exists(Path.Combine(_shared, "ran")), $"its program was executed as root in round {round}");
        }

        Assert.InRange(passed, Rounds / 2, Rounds);
        Assert.True(process.IsAlive());
    }
}
