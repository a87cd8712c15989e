using Unpause.Analysis.Settings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Settings;

public class TunableSettingTests
{
    [Fact]
    public void Tunable_Each_HasOneRuntimeAndIsFoundByBothNames()
    {
        string[] runtimes = [Runtimes.CPython, Runtimes.DotNet, Runtimes.Go, Runtimes.Jvm, Runtimes.Node];
        Assert.Equal(runtimes.Order(), TunableSetting.All.Select(setting => setting.Runtime).Distinct().Order());
        Assert.All(TunableSetting.All, setting => Assert.Same(setting, TunableSetting.Find(setting.Name)));
        Assert.All(TunableSetting.All, setting => Assert.Same(setting, TunableSetting.Find(setting.Short)));
        // Only a few per kind of process, to keep the number of trials small.
        Assert.All(runtimes, runtime => Assert.All((bool[])[false, true], isService => Assert.InRange(
            TunableSetting.All.Where(one => one.Runtime == runtime && one.IsTriedFor(isService)).Sum(one => one.Tried.Count), 3, 5)));
    }

    /// <summary>JVM options that are tried are in the catalogue, with allowed values.</summary>
    [Fact]
    public void Tunable_JvmOptions_AreInTheCatalogue()
    {
        var tried = TunableSetting.Find("java")!.Tried.SelectMany(options => options.Split(' ')).ToList();
        Assert.NotEmpty(tried);
        Assert.All(tried, option =>
        {
            Assert.StartsWith("-XX:", option, StringComparison.Ordinal);
            var (name, value) = option[4..].TrimStart('+').Split('=') is [var named, var number] ? (named, number) : (option[5..], "true");
            var known = SettingCatalogue.Jvm.Find(name);
            Assert.True(known is not null, option);
            Assert.True(known.MayBe(value, VersionRange.All) && known.With(value) == option, option);
        });
    }

    /// <summary>What is tried in NODE_OPTIONS is in the catalogue as an option that it takes.</summary>
    [Fact]
    public void Tunable_NodeOptions_AreInTheCatalogue() => Assert.All(TunableSetting.Find("node")!.Tried, option =>
    {
        var known = SettingCatalogue.Get(RuntimeNaming.Node).Find(option.Split('=')[0]);
        Assert.StartsWith("NODE_OPTIONS=", known?.Variable, StringComparison.Ordinal);
    });

    [Fact]
    public void Tunable_Each_IsInTheCatalogueWithTheSameVariable() => Assert.All(TunableSetting.All, tuned =>
    {
        var known = SettingDescription.Find(tuned.Name);
        Assert.Equal((tuned.Runtime, true), (known?.Runtime, known?.Names.Contains(tuned.Name)));
        Assert.NotNull(known!.Tuned);
        Assert.Same(known, SettingDescription.Find(tuned.Short));
    });

    [Theory]
    [InlineData("threshold", "10000,20,10", "import gc; gc.set_threshold(10000,20,10)")]
    [InlineData("GOGC", "400", "debug.SetGCPercent(400) of runtime/debug")]
    [InlineData("java", "-XX:+UseZGC", "java -XX:+UseZGC …")]
    public void CodeOf_Value_IsTheEquivalentCode(string name, string value, string code) =>
        Assert.Equal(code, TunableSetting.Find(name)!.CodeOf(value));
}
