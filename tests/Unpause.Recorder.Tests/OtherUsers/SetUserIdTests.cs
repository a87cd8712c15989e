using System.Diagnostics;
using Unpause.Recorder.Cycles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>An unprivileged user starts a set-uid program: for a while it has root's user id, but is not root's process.</summary>
[Trait("Tier", "live")]
public sealed class SetUserIdTests : IDisposable
{
    private const int Rounds = 1000;

    // Changes its users on command or continuously, or executes another program with its current users.
    private const string Program = """
        #define _GNU_SOURCE
        #include <stdio.h>
        #include <string.h>
        #include <unistd.h>
        int main(int count, char **words)
        {
            uid_t own = getuid();
            char state;
            if (count > 2 && !strcmp(words[1], "exec")) return execv(words[2], words + 2);
            puts(count > 1 ? "ready" : "0");
            fflush(stdout);
            for (int turn = 0; count > 1; turn++) setresuid(turn % 2 ? own : 0, 0, 0);
            while (read(0, &state, 1) == 1)
            {
                int result = -1;
                if (state == 'r') result = setresuid(0, 0, 0);
                if (state == 'm') result = setresuid(own, 0, 0);
                if (state == 'u') result = setresuid(own, own, 0);
                if (state == 'f') result = setresuid(0, own, 0);
                if (state == 'x' && !setresuid(own, own, own)) execl(words[0], words[0], NULL);
                printf("%d\n", result);
                fflush(stdout);
            }
            return 0;
        }
        """;

    private readonly string _scratch = Directory.CreateTempSubdirectory("unpause-test-").FullName;
    private readonly string _program;

    public SetUserIdTests()
    {
        File.SetUnixFileMode(_scratch, RunFolder.ReadableByAll);
        _program = Path.Combine(_scratch, "set-uid");
        File.WriteAllText(_program + ".c", Program);
        using var gcc = Process.Start("gcc", ["-o", _program, _program + ".c"]);
        gcc.WaitForExit();
        Assert.Equal(0, gcc.ExitCode);
        File.SetUnixFileMode(_program, UnixFileMode.SetUser | RunFolder.ReadableByAll);
    }

    public void Dispose() => Directory.Delete(_scratch, recursive: true);

    [RootFact]
    public void Credentials_MixedUsers_AreNotRoots()
    {
        var line = Stranger.Line(_program);
        using var process = Process.Start(new ProcessStartInfo(line[0], line[1..])
        {
            UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true,
        })!;
        Assert.Equal("0", process.StandardOutput.ReadLine());
        var before = ProcessView.Find(process.Id)!;
        Assert.True(before.Credentials.AreMixed);
        // From the users after exec to root and back by exec, with the states in between: each differs from the previous one.
        for (var round = 0; round < Rounds; round++)
        {
            var state = "rmufx"[round % 5];
            process.StandardInput.Write(state);
            process.StandardInput.Flush();
            Assert.Equal("0", process.StandardOutput.ReadLine());
            var now = ProcessView.Find(process.Id)!;
            Assert.Equal((state == 'r' ? 0 : Stranger.Id, state != 'r'), (now.UserId, now.Credentials.AreMixed));
            Assert.True(now.IsUnchanged());
            Assert.False(before.IsUnchanged(), $"round {round}: {before.Credentials} is taken for {now.Credentials}");
            before = now;
        }

        process.StandardInput.Close();
        process.WaitForExit();
        Assert.False(before.IsUnchanged());
    }

    [RootFact]
    public void Credentials_ChangedWhileRead_AreConsistent()
    {
        using var process = new LiveProgram(Stranger.Line(_program, "flip"));
        for (var round = 0; round < Rounds; round++)
        {
            var credentials = ProcessView.Find(process.Id)!.Credentials;
            Assert.Equal(credentials.AreMixed ? Stranger.Id : 0, credentials.User);
        }
    }

    [RootFact]
    public void Access_SetUserIdProgram_IsRefusedWithAReason()
    {
        using var process = new LiveProgram(Stranger.Line(
            _program, "exec", "/usr/bin/python3", "-u", "-c", "import time; print('ready'); time.sleep(600)"));
        RequireRefusal(() => LiveRecorder.Record(new LiveOptions(process.Id, TimeSpan.FromSeconds(1)), CancellationToken.None).Dispose());
        RequireRefusal(() => LiveHeapDump.Take(process.Id).Dispose());
        RequireRefusal(() => WatchedFiles.Find(process.Id, _ => { }, out _).Dispose());

        void RequireRefusal(Action act)
        {
            var refusal = Assert.Throws<ObstacleException>(act).Message;
            Assert.StartsWith(
                $"process {process.Id} has more than one user or group (users {Stranger.Id}/0/0/0, ", refusal, StringComparison.Ordinal);
            Assert.Contains($"sudo -u '#{Stranger.Id}' CMD…", refusal, StringComparison.Ordinal);
        }
    }
}
