using Unpause.Tests;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Jvm;

namespace Unpause.Recorder.Tests;

/// <summary>JVMs in containers: with their own processes, files and users.</summary>
[Trait("Tier", "live")]
public sealed class ContainerTests
{
    /// <summary>Its own pid namespace and /tmp, like a container; the JVM is process 1 there.</summary>
    private const string OwnTmp = "mount -t tmpfs -o mode=1777 tmpfs /mnt && cp -r \"$1\" /mnt/classes && chmod -R a+rX /mnt/classes && "
        + "mount --bind /mnt /tmp && shift && exec \"$@\" -Xmx64m -cp /tmp/classes Live";

    public static TheoryData<string> Javas => BuiltPrograms.Javas;

    [RootTheory]
    [MemberData(nameof(Javas))]
    public void Container_OwnPidsAndFiles_JvmAnswersRoot(string java)
    {
        using var container = new Container([.. Unshare, "sh", "-c", OwnTmp, "sh", LiveProgram.Classes, java]);
        AssertAnswers(container);
    }

    [RootFact]
    public void Container_JvmOfAnotherUser_AnswersRoot()
    {
        using var container = new Container([
            .. Unshare, "sh", "-c", OwnTmp, "sh", LiveProgram.Classes, "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
            "java"
        ]);
        AssertAnswers(container);
    }

    /// <summary>Root outside is unmapped there: a helper with the JVM's own user connects.</summary>
    [RootFact]
    public void Container_Rootless_AnswersTheHelperOfItsUser()
    {
        var classes = Directory.CreateTempSubdirectory("unpause-test-classes-");
        try
        {
            File.SetUnixFileMode(classes.FullName, (UnixFileMode)0b111_101_101);
            File.Copy(Path.Combine(LiveProgram.Classes, "Live.class"), Path.Combine(classes.FullName, "Live.class"));
            using var container = new Container([
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", .. Unshare, "--user", "--map-root-user", "sh", "-c", OwnTmp,
                "sh", classes.FullName, "java"
            ]);
            Assert.Contains("JDK", JvmAttach.Execute(container.Id, "VM.version"), StringComparison.Ordinal);
            Assert.Equal("", container.Program.Output);
            Assert.False(container.Program.HasExited);
        }
        finally
        {
            classes.Delete(recursive: true);
        }
    }

    [RootTheory]
    [InlineData("         0       1000          1\n         1     100000      65536", 1000, 0)]
    [InlineData("         0       1000          1\n         1     100000      65536", 100_005, 6)]
    [InlineData("         0       1000          1\n", 0, uint.MaxValue)]
    [InlineData("         0          0 4294967295\n", 65_534, 65_534)]
    [InlineData("nonsense\n1 2\n", 0, uint.MaxValue)]
    public void InsideId_Map_IsApplied(string map, uint outside, uint inside) =>
        Assert.Equal(inside, UserNamespace.InsideId(map.Split('\n'), outside));

    private static IEnumerable<string> Unshare => ["unshare", "--mount", "--pid", "--fork", "--mount-proc"];

    private static void AssertAnswers(Container container)
    {
        var id = container.Id;
        Assert.Equal(1, ProcessView.Find(id)!.OwnId);
        Assert.Contains("JDK", JvmAttach.Execute(id, "VM.version"), StringComparison.Ordinal);
        Assert.Contains("MaxHeapSize=67108864", JvmAttach.Execute(id, "VM.flags"), StringComparison.Ordinal);
        Assert.False(File.Exists($"/proc/{id}/root/tmp/.attach_pid1"));
        Assert.False(File.Exists($"/tmp/.java_pid{id}"));
        Assert.Equal("", container.Program.Output);
    }

    /// <summary>The container that unshare started. It ends with its first process, not with unshare.</summary>
    private sealed class Container : IDisposable
    {
        public Container(string[] command)
        {
            Program = new LiveProgram(command);
            Id = int.Parse(File.ReadAllText($"/proc/{Program.Id}/task/{Program.Id}/children").Trim());
        }

        public LiveProgram Program { get; }

        /// <summary>Id of the first process inside, as seen from outside.</summary>
        public int Id { get; }

        public void Dispose()
        {
            using (var inside = System.Diagnostics.Process.GetProcessById(Id)) inside.Kill();
            Program.Dispose();
        }
    }
}
