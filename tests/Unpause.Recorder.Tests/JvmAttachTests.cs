using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Recordings.Readers.Jvm.PerfData;

namespace Unpause.Recorder.Tests;

/// <summary>SIGQUIT kills a process without a handler, so most of these tests check which processes do not get it.</summary>
[Trait("Tier", "live")]
public sealed class JvmAttachTests
{
    public static TheoryData<string> Javas => BuiltPrograms.Javas;

    [Theory]
    [MemberData(nameof(Javas))]
    public void Execute_VmVersion_EqualsJcmd(string java)
    {
        using var program = LiveProgram.Java(java);
        var first = JvmAttach.Execute(program.Id, "VM.version");
        var jcmd = System.Text.Encoding.UTF8.GetString(Output("jcmd", program.Id.ToString(), "VM.version"));
        Assert.Equal(jcmd[(jcmd.IndexOf('\n') + 1)..], first);
        Assert.Contains("MaxHeapSize=67108864", JvmAttach.Execute(program.Id, "VM.flags"), StringComparison.Ordinal);
        Assert.False(File.Exists($"/tmp/.attach_pid{program.Id}"));
        Assert.Equal("", program.Output);
    }

    [Fact]
    public void Execute_RefusedCommand_IsReported()
    {
        using var program = LiveProgram.Java("java");
        var refused = Assert.Throws<ObstacleException>(() => JvmAttach.Execute(program.Id, "VM.nonsense"));
        Assert.Contains("Unknown diagnostic command", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("+DisableAttachMechanism", "-XX:+DisableAttachMechanism")]
    [InlineData("+DisableAttachMechanism", "-XX:+DisableAttachMechanism", "-XX:-UsePerfData")]
    public void Execute_JvmThatCantListen_GetsNoSignal(string named, params string[] options)
    {
        using var program = LiveProgram.Java("java", options);
        var reported = Assert.Throws<ObstacleException>(() => JvmAttach.Execute(program.Id, "VM.version"));
        Assert.Contains(named, reported.Message, StringComparison.Ordinal);
        Thread.Sleep(200);
        Assert.False(program.HasExited);
        Assert.Equal("", program.Output);
    }

    /// <summary>SIGQUIT would kill it; it listens from its start instead.</summary>
    [Fact]
    public void Execute_JvmWithoutSignalHandlers_AnswersWithoutASignal()
    {
        using var program = LiveProgram.Java("java", "-Xrs");
        Assert.Contains("JDK", JvmAttach.Execute(program.Id, "VM.version"), StringComparison.Ordinal);
        Assert.False(program.HasExited);
    }

    [Fact]
    public void Execute_StoppedJvm_IsReportedAndGetsNoSignal()
    {
        using var program = LiveProgram.Java("java");
        program.Stop();
        Assert.Contains(
            "is stopped",
            Assert.Throws<ObstacleException>(() => JvmAttach.Execute(program.Id, "VM.version")).Message,
            StringComparison.Ordinal);
        program.Signal("CONT");
        Assert.Contains("JDK 17", JvmAttach.Execute(program.Id, "VM.version"), StringComparison.Ordinal);
        program.Stop();
        Assert.Contains(
            "is stopped",
            Assert.Throws<ObstacleException>(() => JvmAttach.Execute(program.Id, "VM.version")).Message,
            StringComparison.Ordinal);
        program.Signal("CONT");
        Assert.Equal("", program.Output);
    }

    [Theory]
    [InlineData("sh", "-c", "echo ready; read x")]
    [InlineData("python3", "-uc", "import time; print('ready'); time.sleep(60)")]
    [InlineData("python3", "-uc", "import ctypes, signal, time, glob; signal.signal(signal.SIGQUIT, lambda *_: print('hit')); "
        + "ctypes.CDLL(glob.glob('/usr/lib/jvm/*/lib/server/libjvm.so')[0]); print('ready'); time.sleep(60)")]
    public void Execute_OtherProcess_GetsNoSignal(params string[] command)
    {
        using var program = new LiveProgram(command);
        Assert.Throws<ObstacleException>(() => JvmAttach.Execute(program.Id, "VM.version"));
        Thread.Sleep(200);
        Assert.False(program.HasExited);
        Assert.Equal("", program.Output);
        Assert.False(File.Exists($"/tmp/.attach_pid{program.Id}"));
    }

    [Fact]
    public void Execute_SocketOfADeadJvm_IsIgnored()
    {
        using var program = LiveProgram.Java("java");
        var path = $"/tmp/.java_pid{program.Id}";
        using (var dead = new System.Net.Sockets.Socket(
            System.Net.Sockets.AddressFamily.Unix, System.Net.Sockets.SocketType.Stream, System.Net.Sockets.ProtocolType.Unspecified))
        {
            dead.Bind(new System.Net.Sockets.UnixDomainSocketEndPoint(path));
            File.Move(path, path + ".kept"); // closing removes the path that was bound
        }

        File.Move(path + ".kept", path);
        Assert.Contains("JDK", JvmAttach.Execute(program.Id, "VM.version"), StringComparison.Ordinal);
    }

    [Fact]
    public void PerformanceData_CutAnywhere_IsReadUpToTheCut()
    {
        using var program = LiveProgram.Java("java");
        var path = Directory.GetFiles(
            "/tmp", "*", new EnumerationOptions { RecurseSubdirectories = true, MaxRecursionDepth = 1, IgnoreInaccessible = true })
            .Single(file => file.Contains("/hsperfdata_", StringComparison.Ordinal)
                && file.EndsWith($"/{program.Id}", StringComparison.Ordinal));
        var file = Output("cat", path);
        var data = PerformanceData.Parse(file)!;
        Assert.Contains("-Xmx64m", data.Text("java.rt.vmArgs"), StringComparison.Ordinal);
        Assert.InRange(data.Number("sun.gc.generation.1.maxCapacity")!.Value, 64 << 20, (64 << 20) + 100);
        for (var length = 0; length < file.Length; length += 7) PerformanceData.Parse(file.AsSpan(0, length));
        var random = new Random(1);
        for (var i = 0; i < 2000; i++)
        {
            var damaged = file.ToArray();
            for (var flips = 0; flips < 8; flips++) damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            PerformanceData.Parse(damaged);
        }
    }

    private static byte[] Output(params string[] command)
    {
        using var process = System.Diagnostics.Process.Start(
            new System.Diagnostics.ProcessStartInfo(command[0], command[1..]) { UseShellExecute = false, RedirectStandardOutput = true })!;
        using var output = new MemoryStream();
        process.StandardOutput.BaseStream.CopyTo(output);
        return output.ToArray();
    }
}
