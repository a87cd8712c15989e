using System.Text.RegularExpressions;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Analysis.Settings;
using Unpause.Recordings.Words;
using Unpause.Tests.Diagnosis;

namespace Unpause.Tests.Settings;

/// <summary>Advice is tested on the JVM: each version starts with all advice that a rule can give for it and its collector.</summary>
public partial class JvmSettingsTests
{
    private const string Unlock = "-XX:+UnlockExperimentalVMOptions";

    private static readonly (string Name, string Switch)[] Collectors =
    [
        ("G1", "-XX:+UseG1GC"), ("Parallel", "-XX:+UseParallelGC"), ("Serial", "-XX:+UseSerialGC"), ("ZGC", "-XX:+UseZGC"),
        ("Shenandoah", "-XX:+UseShenandoahGC"), ("CMS", "-XX:+UseConcMarkSweepGC"),
    ];

    [Fact]
    public void Catalogue_Jdk17_AcceptsEachSetting() => AssertTaken(17);

    [Fact]
    public void Catalogue_Jdk25_AcceptsEachSetting() => AssertTaken(25);

    [JdkFact(8)]
    public void Catalogue_Jdk8_AcceptsEachSetting() => AssertTaken(8);

    [JdkFact(11)]
    public void Catalogue_Jdk11_AcceptsEachSetting() => AssertTaken(11);

    [JdkFact(21)]
    public void Catalogue_Jdk21_AcceptsEachSetting() => AssertTaken(21);

    [JdkFact(26)]
    public void Catalogue_Jdk26_AcceptsEachSetting() => AssertTaken(26);

    /// <summary>The advice for every sample, given to its JVM version and collector.</summary>
    [Fact]
    public void Jvm_AdviceForEverySample_Starts()
    {
        var given = new HashSet<(int Major, string Collector, string Setting)>();
        foreach (var path in Files())
        {
            var processes = Samples.Load(path.Split('/')).Select(AnalysedProcess.From).ToList();
            foreach (var found in Diagnoses.Run(processes).Findings)
            {
                var source = processes[found.Process].Recording.Source;
                if (source.Runtime != Runtimes.Jvm || source.Collector is null) continue;
                if (VersionRange.OfRuntime(source.RuntimeVersion, RuntimeNaming.Jvm) is not { } version) continue;
                var settings = found.Finding.Advice.Select(advice => advice.Setting).OfType<string>();
                foreach (var setting in settings.Where(setting => setting.StartsWith("-X", StringComparison.Ordinal)))
                {
                    given.Add((version.Major, source.Collector, setting));
                }
            }
        }

        Assert.NotEmpty(given);
        foreach (var (major, collector, setting) in given)
        {
            if (InstalledJdk.Find(major) is not { } jdk) continue;
            AssertStarts(jdk, collector, setting.Split(' '));
        }
    }

    [Fact]
    public void Catalogue_EveryFlagInARule_IsListed()
    {
        foreach (var file in Directory.GetFiles(RepositoryFolder.File("src", "Unpause.Analysis", "Diagnosis", "Jvm"), "*.cs"))
        {
            if (Path.GetFileName(file) is "JvmNeeds.cs" or "JvmAdvice.cs") continue;
            foreach (Match match in Flag().Matches(Removed().Replace(File.ReadAllText(file), "")))
            {
                var name = match.Groups["flag"].Value + match.Groups["short"].Value;
                Assert.True(SettingCatalogue.Jvm.Find(name) is not null || name == "UnlockExperimentalVMOptions", $"{file}: {name}");
            }
        }
    }

    [Fact]
    public void VersionRange_Text_IsParsed()
    {
        static VersionRange? Of(string? text) => VersionRange.OfRuntime(text, RuntimeNaming.Jvm);
        Assert.Equal(new(17000015, 17000015), Of("17.0.15+6-Debian-1deb12u1 (release)"));
        Assert.Equal(new(8000202, 8000202), Of("1.8.0_202-b08"));
        Assert.Equal(VersionRange.OfMajor(25), Of("25+36-LTS"));
        Assert.Equal(VersionRange.OfMajor(6), Of("1.6.0-b105"));
        Assert.Null(Of(null));
        Assert.Null(Of("(unknown)"));
        Assert.Equal(new(1023005, 1023005), VersionRange.OfRuntime("go1.23.5", RuntimeNaming.Go));
        Assert.Equal(new(3014000, 3014999), VersionRange.OfRuntime("3.14", RuntimeNaming.CPython));
        Assert.Equal(new(10000012, 10000012), VersionRange.OfRuntime("10.0.12", RuntimeNaming.DotNet));
    }

    [Theory]
    [InlineData("jvm", "21..22", "JDK 21 to 22")]
    [InlineData("jvm", "8u262..", "JDK 8u262 and later")]
    [InlineData("jvm", "8u20..8", "JDK 8u20 and its later updates")]
    [InlineData("jvm", "..8", "JDK 8 and earlier")]
    [InlineData("dotnet", "5..", ".NET 5 and later")]
    [InlineData("dotnet", "3.0..", ".NET Core 3.0 and later")]
    [InlineData("dotnet", "8..8", ".NET 8")]
    [InlineData("go", "1.19..", "Go 1.19 and later")]
    [InlineData("go", "1.21.6..", "Go 1.21.6 and later")]
    [InlineData("go", "1.12..1.15", "Go 1.12 to 1.15")]
    [InlineData("cpython", "..3.12", "CPython 3.12 and earlier")]
    [InlineData("cpython", "3.14.0..3.14.4", "CPython 3.14.0 to 3.14.4")]
    [InlineData("cpython", "3.14.5..", "CPython 3.14.5 and later")]
    [InlineData("cpython", "..", null)]
    public void VersionRange_Words_AreReadable(string runtime, string range, string? words) =>
        Assert.Equal(words, VersionRange.Parse(range).Words(RuntimeNaming.Find(runtime)!));

    [Theory]
    [InlineData("17.0.15", "ZGC", "-XX:+UseZGC -XX:+ZGenerational", null)]
    [InlineData("21.0.2", "ZGC", "-XX:+UseZGC -XX:+ZGenerational", "-XX:+ZGenerational")]
    [InlineData("25.0.3", "ZGC", "-XX:+UseZGC -XX:+ZGenerational", null)]
    [InlineData("17.0.15", "Shenandoah", "-XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational", null)]
    [InlineData("24.0.1", "Shenandoah", "-XX:ShenandoahGCMode=generational", Unlock + " -XX:ShenandoahGCMode=generational")]
    [InlineData("25.0.3", "Shenandoah", "-XX:ShenandoahGCMode=generational", "-XX:ShenandoahGCMode=generational")]
    [InlineData("25.0.3", "G1", "-XX:CMSInitiatingOccupancyFraction=60 -XX:+UseCMSInitiatingOccupancyOnly", null)]
    [InlineData("17.0.15", "G1", "-XX:ConcGCThreads=4", null)]
    [InlineData("17.0.15", "G1", "-XX:G1ReservePercent=20", "-XX:G1ReservePercent=20")]
    [InlineData("17.0.15", "Parallel", "-XX:G1ReservePercent=20", null)]
    [InlineData("17.0.15", "Parallel", "-XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent", "-XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent")]
    [InlineData("17.0.15", "G1", "-XX:+UseG1GC", null)]
    [InlineData("17.0.15", "G1", "-XX:+NoSuchFlag", null)]
    [InlineData("1.6.0_45", "Parallel", "jcmd PID GC.class_histogram -all", "jmap -histo PID")]
    [InlineData("1.4.2_11", "Parallel", "jcmd PID GC.class_histogram -all", null)]
    [InlineData("1.8.0_202", "G1", "unpause heap PID --by plunge", "unpause heap PID --by plunge")]
    [InlineData("1.6.0_45", "Parallel", "unpause heap PID --by plunge", "jmap -histo PID")]
    [InlineData("1.4.2_11", "Parallel", "unpause heap PID --by plunge", null)]
    [InlineData("1.8.0_202", "G1", "jcmd PID JFR.start settings=profile", null)]
    [InlineData("1.8.0_302", "G1", "jcmd PID JFR.start settings=profile", "unpause record PID --jfr")]
    [InlineData("1.8.0_302", "G1", "-Xlog:gc*", null)]
    public void Advice_NotAcceptedByTheJvm_IsDropped(string version, string collector, string setting, string? expected)
    {
        var log = $"[0.001s][info][gc] Using G1\n[0.002s][info][gc,init] Version: {version} (release)\n";
        var recording = Samples.Of(log).Single();
        var source = recording.Source with { RuntimeVersion = version, Collector = collector };
        var process = AnalysedProcess.From(recording with { Source = source });
        Assert.Equal(expected, JvmAdvice.Checked(process, [new("A text.", setting)]).SingleOrDefault()?.Setting);
    }

    private static IEnumerable<string> Files() =>
        RuleFixture.All.SelectMany(fixture => new[] { fixture.Firing, fixture.Silent })
            .Where(path => path.Contains("/jvm/", StringComparison.Ordinal))
            .Distinct();

    /// <summary>All settings that a collector of the version accepts, in one start, because they are independent.</summary>
    private static void AssertTaken(int major)
    {
        var jdk = InstalledJdk.Find(major)!;
        var tried = 0;
        foreach (var (collector, _) in Collectors.Where(collector => jdk.Start([Unlock, collector.Switch]).Code == 0))
        {
            var flags = Tried().Where(row => IsTaken(SettingCatalogue.Jvm.Find(row.Name)!, row.Value, jdk, collector))
                .Select(row => SettingCatalogue.Jvm.Find(row.Name)!.With(row.Value))
                .ToList();
            // The JVM warns about a ratio in addition to explicit sizes.
            var ratio = flags.FindAll(flag => flag.StartsWith("-XX:NewRatio", StringComparison.Ordinal));
            // Logging switches only log warnings here.
            var prints = flags.FindAll(flag => flag.StartsWith("-XX:+Print", StringComparison.Ordinal));
            AssertStarts(jdk, collector, [.. flags.Except(ratio).Except(prints)]);
            AssertStarts(jdk, collector, ratio);
            if (prints.Count > 0) AssertStarts(jdk, collector, prints, line => line.Contains("warning", StringComparison.Ordinal));
            tried += flags.Count;
        }

        Assert.True(tried > 40, $"{tried}");
    }

    /// <summary>The settings of the command line with their example values from the catalogue.</summary>
    private static IEnumerable<(string Name, string Value)> Tried() =>
        NamedValues.Maps(File.ReadAllText(RepositoryFolder.File("src", "Unpause.Analysis", "Settings", "jvm.yaml")))
            .Select(row => row.ToDictionary(named => named.Name, named => named.Values))
            .Where(row => row["type"][0] is not ("log" or "command" or "variable"))
            .Select(row => (row["name"][0], row["tried"][0]));

    private static bool IsTaken(Setting setting, string value, InstalledJdk jdk, string collector)
    {
        var chooses = setting.Name.StartsWith("Use", StringComparison.Ordinal) && setting.Name.EndsWith("GC", StringComparison.Ordinal);
        return !chooses && setting.IsKnownTo(jdk.Versions) && setting.IsFor(collector) && setting.MayBe(value, jdk.Versions);
    }

    private static void AssertStarts(
        InstalledJdk jdk, string collector, IReadOnlyList<string> flags, Func<string, bool>? isComplaint = null)
    {
        var options = OptionsOf(collector, jdk, flags);
        var (code, complaints) = jdk.Start(options);
        // A deprecated collector warns, with or without advice.
        var added = complaints.Split('\n').Except(jdk.Start(OptionsOf(collector, jdk, [])).Complaints.Split('\n'))
            .Where(isComplaint ?? (_ => true)).ToList();
        Assert.True(
            code == 0 && added.Count == 0,
            $"JDK {jdk.Major}: {string.Join(' ', options)}: {code}\n{string.Join('\n', added)}");
    }

    private static List<string> OptionsOf(string collector, InstalledJdk jdk, IReadOnlyList<string> flags)
    {
        List<string> options = [];
        var other = flags.Any(flag => Collectors.Any(known => known.Switch == flag));
        // An experimental collector is also experimental in its own recording.
        var own = Array.Find(Collectors, known => known.Name == collector).Switch;
        var locked = flags.Append(own).Select(flag => SettingCatalogue.Jvm.Find(JvmAdvice.Parts(flag).Name)?.UnlockedBy(jdk.Versions));
        options.AddRange(locked.OfType<string>().Distinct().Except(flags));
        if (!other) options.Add(own);
        return [.. options, .. flags];
    }

    [GeneratedRegex("\"remove [^\"]*\"")]
    private static partial Regex Removed();

    [GeneratedRegex("-XX:[+-]?(?<flag>[A-Za-z][A-Za-z0-9]+)|-(?<short>Xmx|Xms|Xlog)(?!n)")]
    private static partial Regex Flag();
}
