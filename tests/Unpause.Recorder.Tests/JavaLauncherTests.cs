using System.Text;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Runtimes;
using Unpause.Recorder.Runtimes.Jvm;

namespace Unpause.Recorder.Tests;

/// <summary>How the java of any JDK and its tools are made to log, depending on the files next to them.</summary>
public sealed class JavaLauncherTests : IDisposable
{
    private const string NewLog =
        "-Xlog:gc*,gc+age=debug,safepoint:file=\"/rec/jvm-%p-%t.log\":time,uptime,level,tags:filecount=0";

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("unpause-test-");

    public void Dispose() => _root.Delete(recursive: true);

    [Theory]
    [InlineData("java", "lib/modules", "")]
    [InlineData("java", "jre/lib/rt.jar", "-Xloggc:/rec/jvm-%p-%t.log")]
    [InlineData("java", "lib/rt.jar", "-Xloggc:/rec/jvm-%p-%t.log")]
    [InlineData("javac", "jre/lib/rt.jar", "-J-Xloggc:/rec/jvm-%p-%t.log")]
    [InlineData("javadoc", "lib/modules", "-J" + NewLog)]
    [InlineData("jar", "lib/modules", "-J" + NewLog)]
    [InlineData("jcmd", "lib/modules", "")]
    [InlineData("java", "other", "")]
    public void JavaLauncher_Version_GetsTheOptionsThatItSupports(string name, string beside, string first)
    {
        var target = Target(name, beside, "-cp", "app");
        new JvmSwitch().TurnOn(target);
        var arguments = target.Arguments.ConvertAll(argument => Bytes.ToLatin1(argument));
        Assert.Equal(first.Length == 0 ? "-cp" : first, arguments[1]);
        Assert.Equal(["-cp", "app"], arguments[^2..]);
        Assert.True(name != "javac" || arguments[1..^2].TrueForAll(argument => argument.StartsWith("-J", StringComparison.Ordinal)));
        // Every java below it gets the option from the variable.
        Assert.Contains("-Xlog:gc*", target.Environment["JDK_JAVA_OPTIONS"], StringComparison.Ordinal);
        Assert.Null(target.Environment["JAVA_TOOL_OPTIONS"]);
    }

    [Fact]
    public void JavaLauncher_UsersJdk8Log_StaysTheOnlyOne()
    {
        var target = Target("java", "lib/rt.jar", "-Xloggc:/mine/gc.log", "App");
        Assert.Equal("/mine/gc.log", new JvmSwitch().TurnOn(target).UsersPath);
        Assert.Equal("-Xloggc:/mine/gc.log", Bytes.ToLatin1(target.Arguments[1]));
    }

    [Theory]
    [InlineData("gc-%p.log", "gc-4711.log", true)]
    [InlineData("gc-%p.log", "gc-4711.log.0", false)]
    [InlineData("gc-%p-%t.log", "gc-7-2026-11-23_00-15-52.log", true)]
    [InlineData("gc(%t).log", "gc(2026-11-23_00-15-52).log", true)]
    [InlineData("gc-%p.log", "gc-x.log", false)]
    [InlineData("gc.%p", "gcx1", false)]
    public void JvmLogName_Placeholders_MatchOpenFiles(string reported, string open, bool expected) =>
        Assert.Equal(expected, JvmLogName.PatternOf(reported).IsMatch(open));

    [Fact]
    public void JvmSettings_Flags_AreParsed() => Assert.Equal(
        [new("G1HeapRegionSize", "1048576"), new("UseG1GC", "true"), new("UseNUMA", "false")],
        JvmSettings.Parse("-XX:G1HeapRegionSize=1048576 -XX:+UseG1GC other\n-XX:-UseNUMA -XX: -XX:+ \n"));

    private SwitchTarget Target(string name, string beside, params string[] arguments)
    {
        var (file, library) = (Path.Combine(_root.FullName, "bin", name), Path.Combine(_root.FullName, beside));
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        Directory.CreateDirectory(Path.GetDirectoryName(library)!);
        File.WriteAllText(file, "");
        File.WriteAllText(library, "");
        var options = new RunOptions([name, .. arguments]);
        return new SwitchTarget(
            Encoding.UTF8.GetBytes(file), [.. options.Command.Select(Encoding.UTF8.GetBytes)], new EnvironmentBlock([]), "/rec", options);
    }
}
