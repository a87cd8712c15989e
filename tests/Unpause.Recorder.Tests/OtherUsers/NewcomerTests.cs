using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>Programs started by root that change their user: they are recorded, and start as usual.</summary>
[Trait("Tier", "live")]
public sealed class NewcomerTests(BuiltPrograms programs) : IClassFixture<BuiltPrograms>, IDisposable
{
    /// <summary>Input lines for the JVM, which collects at each, long enough to attach to it.</summary>
    private const string Rounds = "(for i in $(seq 80); do echo; sleep 0.1; done)";

    private readonly Recorder _recorder = new() { ProgramsMayChangeUser = true };

    public void Dispose() => _recorder.Dispose();

    [RootFact]
    public void Newcomers_JvmOfAnotherUser_StartsAndIsRecorded()
    {
        var java = string.Join(' ', Stranger.Line("java", "-Xmx64m", "-cp", LiveProgram.Classes, "Live", "rounds"));
        var output = _recorder.Run("sh", "-c", $"{Rounds} | {java}; echo ended $?");
        Assert.Contains("ended 0", output.Text, StringComparison.Ordinal);
        Assert.Equal("", output.ErrorText);
        var log = File.ReadAllText(Assert.Single(_recorder.Report.Files));
        Assert.Contains("Pause Young", log, StringComparison.Ordinal);
        Assert.StartsWith("A process was recorded by attaching", Assert.Single(_recorder.Report.NotRecorded), StringComparison.Ordinal);
    }

    [RootFact]
    public void Newcomers_JvmBelowAShellOfRoot_IsRecorded()
    {
        var output = _recorder.Run("sh", "-c", $"{Rounds} | java -Xmx64m -cp {LiveProgram.Classes} Live rounds; echo ended $?");
        Assert.Contains("ended 0", output.Text, StringComparison.Ordinal);
        Assert.Contains("Pause Young", File.ReadAllText(Assert.Single(_recorder.Report.Files)), StringComparison.Ordinal);
    }

    [RootTheory]
    [MemberData(nameof(BuiltPrograms.Javas), MemberType = typeof(BuiltPrograms))]
    public void Run_JvmAsTheCommand_IsRecordedFromItsStart(string java)
    {
        var output = _recorder.Run(java, "-Xmx64m", Recorder.ProgramFile("Allocate.java"));
        Assert.Equal(("allocated\n", ""), (output.Text, output.ErrorText));
        Assert.Contains("Pause Young", File.ReadAllText(Assert.Single(_recorder.Report.Files)), StringComparison.Ordinal);
        Assert.Empty(_recorder.Report.NotRecorded);
    }

    [RootFact]
    public void Newcomers_DotNetOfAnotherUser_RunsAsUsual()
    {
        var line = string.Join(' ', Stranger.Line(Recorder.Dotnet, programs.DotNet));
        File.SetUnixFileMode(Path.GetDirectoryName(Path.GetDirectoryName(programs.DotNet))!, Files.RunFolder.ReadableByAll);
        var plain = _recorder.RunAnything("sh", "-c", line);
        var output = _recorder.Run("sh", "-c", line);
        Assert.Equal((0, ""), (output.ExitCode, output.ErrorText));
        Assert.Matches(@"^\d+\n$", output.Text);
        Assert.Equal(plain.ExitCode, output.ExitCode);
    }

    [RootFact]
    public void Run_PythonOfAnotherUser_IsRecorded()
    {
        _recorder.Options.Add("--embedded-agent");
        const string Program = "import gc, os; [gc.collect() for _ in range(50)]; print(os.getuid())";
        var output = _recorder.Run(Stranger.Line("/usr/bin/python3", "-c", Program));
        Assert.Equal(($"{Stranger.Id}\n", ""), (output.Text, output.ErrorText));
        Assert.EndsWith(".upgc", Assert.Single(_recorder.Report.Files), StringComparison.Ordinal);
        Assert.Empty(_recorder.Report.NotRecorded);
    }

    [RootFact]
    public void Run_Files_AreClosedToOthers()
    {
        var output = _recorder.Run(
            "sh", "-c", "python3 -c pass; java -version 2>/dev/null; "
            + "find \"$(dirname \"$UNPAUSE_RECORDING_DIR\")\" -perm /022 -printf '%f %m'; "
            + "find \"$UNPAUSE_RECORDING_DIR\" -perm /077 -type d");
        Assert.Equal("", output.ErrorText);
        // To one folder all may add files, which nobody else can list or remove.
        Assert.Matches("^looks-[0-9a-f]+ 1733$", output.Text);
        Assert.Contains("denied", Stranger.Run($"ls {_recorder.Report.Folder}"), StringComparison.Ordinal);
        Assert.Contains("denied", Stranger.Run($"ls {Path.GetDirectoryName(_recorder.Report.Folder)}"), StringComparison.Ordinal);
    }
}
