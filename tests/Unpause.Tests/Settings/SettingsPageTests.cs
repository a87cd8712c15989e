using Unpause.Analysis.Settings;

namespace Unpause.Tests.Settings;

public class SettingsPageTests
{
    /// <summary>Regenerate the page with <c>./unpause explain --settings --format markdown > docs/settings.md</c>.</summary>
    [Fact]
    public void SettingsPage_CommittedFile_IsUpToDate() =>
        Assert.Equal(SettingsPage.Markdown(), File.ReadAllText(RepositoryFolder.File("docs", "settings.md")));

    [Theory]
    [InlineData("UseZGC", "UseZGC", "-XX:+UseZGC", "JDK 15 and later; JDK 11 to 14 with -XX:+UnlockExperimentalVMOptions")]
    [InlineData("xmx", "Xmx", "-XmxSIZE", "all")]
    [InlineData("-Xmx4g", "Xmx", "-XmxSIZE", "all")]
    [InlineData("-XX:MaxGCPauseMillis", "MaxGCPauseMillis", "-XX:MaxGCPauseMillis=NUMBER", "JDK 5 and later")]
    [InlineData("-XX:-UseG1GC", "UseG1GC", "-XX:+UseG1GC", "JDK 7u4 and later")]
    [InlineData("JFR.start", "JFR.start", "jcmd PID JFR.start", "JDK 8u262 and its later updates, JDK 11 and later")]
    [InlineData("DOTNET_GCgen0size", "GCgen0size", "DOTNET_GCgen0size=0x4000000", ".NET 5 and later")]
    [InlineData("COMPlus_GCgen0size=4000000", "GCgen0size", "DOTNET_GCgen0size=0x4000000", ".NET 5 and later")]
    [InlineData("System.GC.Gen0Size", "GCgen0size", "DOTNET_GCgen0size=0x4000000", ".NET 5 and later")]
    [InlineData("gcgen0SIZE", "GCgen0size", "DOTNET_GCgen0size=0x4000000", ".NET 5 and later")]
    [InlineData("\"System.GC.Server\": true", "gcServer", "DOTNET_gcServer=1", "all")]
    [InlineData("<ServerGarbageCollection>true</ServerGarbageCollection>", "gcServer", "DOTNET_gcServer=1", "all")]
    [InlineData("GODEBUG=gctrace=1", "gctrace", "GODEBUG=gctrace=1", "all")]
    [InlineData("debug.SetMemoryLimit", "GOMEMLIMIT", "GOMEMLIMIT=256MiB", "Go 1.19 and later")]
    [InlineData("gc.set_threshold", "gc.set_threshold", "gc.set_threshold(10_000, 20, 10)", "all")]
    public void Find_AnyNameOrNotation_FindsTheSetting(string text, string name, string written, string versions)
    {
        var found = SettingDescription.Find(text)!;
        Assert.Equal((name, written, versions), (found.Name, found.Written, found.AllVersions));
    }

    [Theory]
    [InlineData("")]
    [InlineData("=")]
    [InlineData("-X")]
    [InlineData("-XX:")]
    [InlineData("<>")]
    [InlineData("\"")]
    [InlineData("DOTNET_")]
    [InlineData("GODEBUG=")]
    [InlineData("NoSuchSetting")]
    public void Find_UnknownText_IsNull(string text) => Assert.Null(SettingDescription.Find(text));

    /// <summary>.NET reads numbers in environment variables as hexadecimal, so a value differs from how it looks.</summary>
    [Theory]
    [InlineData("DOTNET_GCHeapCount=16", "16 is 22, because it is read as hexadecimal; 16 is written 0x10")]
    [InlineData("COMPlus_GCgen0size=0x4000000", "0x4000000 is 67108864 (64 MiB)")]
    [InlineData("DOTNET_GCHeapCount=8", "8 is 8")]
    [InlineData("DOTNET_GCHeapCount=many", null)]
    [InlineData("DOTNET_GCHeapHardLimit=FFFFFFFFFFFFFFFFF", null)]
    [InlineData("System.GC.HeapCount=16", null)]
    [InlineData("GOGC=16", null)]
    [InlineData("DOTNET_GCHeapCount", null)]
    public void MeaningOf_EnvironmentVariable_IsHexadecimal(string text, string? meaning) =>
        Assert.Equal(meaning, SettingDescription.MeaningOf(text));
}
