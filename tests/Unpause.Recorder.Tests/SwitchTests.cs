using System.Text;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Tests;

public sealed class SwitchTests
{
    private const string Both = "Microsoft-Windows-DotNETRuntime:0x14001:4,Microsoft-Windows-DotNETRuntimePrivate:0x1:4";

    [Theory]
    [InlineData("", Both)]
    [InlineData("My-Source:0xff:5", "My-Source:0xff:5," + Both)]
    [InlineData(
        "Microsoft-Windows-DotNETRuntime:8000:2", "Microsoft-Windows-DotNETRuntime:0x8001:4,Microsoft-Windows-DotNETRuntimePrivate:0x1:4")]
    [InlineData(
        "microsoft-windows-dotnetruntime:0x8001:5:a=b",
        "microsoft-windows-dotnetruntime:0x8001:5:a=b,Microsoft-Windows-DotNETRuntimePrivate:0x1:4")]
    [InlineData("Microsoft-Windows-DotNETRuntime", "Microsoft-Windows-DotNETRuntime,Microsoft-Windows-DotNETRuntimePrivate:0x1:4")]
    [InlineData("S:1:5:Specs=\"a,Microsoft-Windows-DotNETRuntime:2:1\"", "S:1:5:Specs=\"a,Microsoft-Windows-DotNETRuntime:2:1\"," + Both)]
    public void WithOurs_UsersProviders_AreCombined(string config, string expected) =>
        Assert.Equal(expected, DotNetSwitch.WithOurs(config, requests: false));

    [Theory]
    [InlineData(
        "",
        Both + ",Microsoft.AspNetCore.Hosting:0x1:4:EventCounterIntervalSec=1,System.Net.Http:0x2:4,"
        + "System.Threading.Tasks.TplEventSource:0x80:4")]
    [InlineData(
        "System.Threading.Tasks.TplEventSource:0x2:3,system.net.http::5",
        "System.Threading.Tasks.TplEventSource:0x82:4,system.net.http::5,"
        + Both + ",Microsoft.AspNetCore.Hosting:0x1:4:EventCounterIntervalSec=1")]
    public void WithOurs_RequestProviders_AreCombined(string config, string expected) =>
        Assert.Equal(expected, DotNetSwitch.WithOurs(config, requests: true));

    [Theory]
    [InlineData("", "Microsoft-Windows-DotNETRuntime:0x1084001:5,Microsoft-Windows-DotNETRuntimePrivate:0x1:4")]
    [InlineData(
        "Microsoft-Windows-DotNETRuntime:8000:2",
        "Microsoft-Windows-DotNETRuntime:0x1088001:5,Microsoft-Windows-DotNETRuntimePrivate:0x1:4")]
    public void WithOurs_Allocations_RaiseTheLevel(string config, string expected) =>
        Assert.Equal(expected, DotNetSwitch.WithOurs(config, requests: false, allocations: true));

    [Fact]
    public void DotNetSwitch_SessionOfTheUser_KeepsItsPath()
    {
        var environment = Environment(
            "COMPlus_EnableEventPipe=1", "COMPlus_EventPipeConfig=Mine:1:5", "COMPlus_EventPipeOutputPath=/x/{pid}.nettrace");
        Assert.Equal("/x/{pid}.nettrace", DotNetSwitch.TurnOn(environment, "/rec", requests: false));
        Assert.Equal("Mine:1:5," + Both, environment["DOTNET_EventPipeConfig"]);
        Assert.Null(environment["DOTNET_EventPipeOutputPath"]);
    }

    [Fact]
    public void DotNetSwitch_SessionDisabled_IsReplaced()
    {
        var environment = Environment("DOTNET_EnableEventPipe=0", "DOTNET_EventPipeOutputPath=/x");
        Assert.Null(DotNetSwitch.TurnOn(environment, "/rec", requests: true));
        Assert.Equal("1", environment["DOTNET_EnableEventPipe"]);
        Assert.Equal("/rec/dotnet-{pid}.nettrace", environment["DOTNET_EventPipeOutputPath"]);
        Assert.Equal("1", environment["DOTNET_EventPipeOutputStreaming"]);
    }

    [Fact]
    public void JvmSwitch_UsersOptions_AreKept()
    {
        var environment = Environment("JDK_JAVA_OPTIONS=-Xmx1g");
        var option = JvmSwitch.TurnOn(environment, "/tmp/a b:c", phases: false);
        Assert.Contains(":file=\"/tmp/a b:c/jvm-%p-%t.log\":", option, StringComparison.Ordinal);
        Assert.Equal("-Xmx1g " + option, environment["JDK_JAVA_OPTIONS"]);
        Assert.DoesNotContain("phases", option, StringComparison.Ordinal);
        Assert.Contains("gc+phases=debug", JvmSwitch.TurnOn(environment, "/tmp", phases: true), StringComparison.Ordinal);
        Assert.Null(JvmSwitch.TurnOn(Environment(), "/tmp/it's", phases: false));
        Assert.Null(JvmSwitch.TurnOn(Environment(), "/tmp/100%", phases: false));
    }

    [Fact]
    public void EnvironmentBlock_NonUtf8Bytes_AreKept()
    {
        byte[][] entries = [[(byte)'A', (byte)'=', 0xFF, 0xC3], [0x80, (byte)'=', 1], "odd"u8.ToArray(), "A=second"u8.ToArray()];
        var environment = new EnvironmentBlock(entries);
        environment.Set("B", "1");
        Assert.Equal([.. entries, "B=1"u8.ToArray()], environment.Entries);
        Assert.Equal("\xFF\xC3", environment["A"]);
        Assert.Null(environment["od"]);
    }

    [Fact]
    public void CommandArguments_NonUtf8Bytes_ComeFromTheCommandLine()
    {
        byte[] own = [.. "unpause\0run\0--\0printf\0"u8, 0xFF, (byte)'x', 0];
        var encoded = CommandArguments.Encode(["printf", "\uFFFDx"], own);
        Assert.Equal([0xFF, (byte)'x'], encoded[1]);
        Assert.Equal(Encoding.UTF8.GetBytes("\uFFFDy"), CommandArguments.Encode(["printf", "\uFFFDy"], own)[1]);
        Assert.Equal("é"u8.ToArray(), CommandArguments.Encode(["é"], [])[0]);
    }

    private static EnvironmentBlock Environment(params string[] entries) => new(entries.Select(Bytes.FromLatin1));
}
