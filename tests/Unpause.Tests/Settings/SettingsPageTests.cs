using Unpause.Settings;

namespace Unpause.Tests.Settings;

public class SettingsPageTests
{
    /// <summary>The page is made from the catalogue: <c>./unpause explain --settings --format markdown > docs/settings.md</c>.</summary>
    [Fact]
    public void TheCommittedPageIsTheOneThatTheCatalogueMakes() =>
        Assert.Equal(SettingsPage.Markdown(), File.ReadAllText(RepositoryFolder.File("docs", "settings.md")));

    [Theory]
    [InlineData("UseZGC", "-XX:+UseZGC", "JDK 15 and later; JDK 11 to 14 with -XX:+UnlockExperimentalVMOptions")]
    [InlineData("xmx", "-XmxSIZE", "all")]
    [InlineData("maxgcpausemillis", "-XX:MaxGCPauseMillis=NUMBER", "JDK 5 and later")]
    [InlineData("JFR.start", "jcmd PID JFR.start", "JDK 8u262 and its later updates, JDK 11 and later")]
    public void ASettingIsFoundInAnyCase(string name, string written, string versions)
    {
        var found = SettingDescription.Find(name)!;
        Assert.Equal((written, versions), (found.Written, found.AllVersions));
        Assert.Null(SettingDescription.Find("NoSuchSetting"));
    }
}
