using Unpause.Analysis.Settings;
using Unpause.Recordings.Rings;

namespace Unpause.Cli.Watching;

/// <summary>The file of <c>unpause watch --config</c>: the same settings as the options, and alerts in detail. Null is not in it.</summary>
internal sealed class WatchFile
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly string _folder;
    private readonly WatchYaml _yaml;

    private WatchFile(string text, string folder) => (_yaml, _folder) = (new WatchYaml(text), folder);

    /// <summary>Which processes.</summary>
    public IReadOnlyList<string>? Names { get; private set; }

    /// <summary>Whose processes.</summary>
    public IReadOnlyList<string>? Users { get; private set; }

    /// <summary>How much stays.</summary>
    public TimeSpan? Last { get; private set; }

    /// <summary>From when on a request is slow.</summary>
    public TimeSpan? Slow { get; private set; }

    /// <summary>Access logs.</summary>
    public IReadOnlyList<string>? Requests { get; private set; }

    /// <summary>The ring's folder.</summary>
    public string? Ring { get; private set; }

    /// <summary>The address of HTTP, or none.</summary>
    public string? Listen { get; private set; }

    /// <summary>The address for scrapers of other machines, or none.</summary>
    public string? MetricsListen { get; private set; }

    /// <summary>The file with their token.</summary>
    public string? MetricsTokenFile { get; private set; }

    /// <summary>The OTLP endpoint.</summary>
    public string? Otlp { get; private set; }

    /// <summary>From which length on stops are spans there.</summary>
    public TimeSpan? OtlpSpans { get; private set; }

    /// <summary>Whether alerts are logs there.</summary>
    public bool? OtlpLogs { get; private set; }

    /// <summary>Whether traces are taken.</summary>
    public bool? OtlpTraces { get; private set; }

    /// <summary>Whether metrics have the standard names too.</summary>
    public bool? Semconv { get; private set; }

    /// <summary>Conditions.</summary>
    public IReadOnlyList<WatchCondition>? Alerts { get; private set; }

    /// <summary>Where alerts go.</summary>
    public WatchTargets? To { get; private set; }

    /// <summary>The Zabbix server or proxy, with its port.</summary>
    public string? ZabbixServer { get; private set; }

    /// <summary>What Zabbix calls this host.</summary>
    public string? ZabbixHost { get; private set; }

    /// <summary>Notifications about one process in an hour.</summary>
    public int? NoticesPerHour { get; private set; }

    /// <summary>Reads a file.</summary>
    /// <exception cref="UserMistake">It cannot be read, or is invalid; with line and column.</exception>
    public static WatchFile Read(string path)
    {
        try
        {
            using var file = File.OpenRead(path);
            var bytes = new byte[Limits.WatchFileBytes + 1];
            var length = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            if (length > Limits.WatchFileBytes) throw new UserMistake($"{path} is larger than {Limits.WatchFileBytes / 1024} KB");
            var text = Strict.GetString(bytes, 0, length).TrimStart('\uFEFF');
            var read = new WatchFile(text, Path.GetDirectoryName(Path.GetFullPath(path))!);
            read._yaml.Document(read.All);
            return read;
        }
        catch (YamlFault fault)
        {
            throw new UserMistake($"{path}: {PlainText.Clean(fault.Message)}");
        }
        catch (DecoderFallbackException)
        {
            throw new UserMistake($"{path} is no UTF-8 text");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{path} cannot be read: {e.Message}");
        }
    }

    private void All() => _yaml.Map("the file", new Dictionary<string, Action>(StringComparer.Ordinal)
    {
        ["watch"] = () => Names = Words("a process id or a name"),
        ["users"] = () => Users = Words("a user"),
        ["last"] = () => Last = Checked(_yaml.Text("a duration"), WatchValues.Duration),
        ["slow"] = () => Slow = Checked(_yaml.Text("a duration"), WatchValues.Duration),
        ["requests"] = () => Requests = [.. Words("a path").Select(path => Path.GetFullPath(path, _folder))],
        ["ring"] = () => Ring = Path.GetFullPath(_yaml.Text("a folder").Text, _folder),
        ["listen"] = () => Listen = Address(_yaml.Text("an address")),
        ["metrics_listen"] = () => MetricsListen = _yaml.Text("an address").Text,
        ["metrics_token_file"] = () => MetricsTokenFile = Path.GetFullPath(_yaml.Text("a file").Text, _folder),
        ["otlp"] = () => Otlp = Checked(_yaml.Text("an address"), WatchOtlpOptions.Check),
        ["otlp_spans"] = () => OtlpSpans = Checked(_yaml.Text("a duration"), WatchValues.Duration),
        ["otlp_logs"] = () => OtlpLogs = Truth(_yaml.Text("true or false")),
        ["otlp_traces"] = () => OtlpTraces = Truth(_yaml.Text("true or false")),
        ["semconv"] = () => Semconv = Truth(_yaml.Text("true or false")),
        ["alerts"] = () => Alerts = AlertList(),
        ["to"] = () => To = Targets(),
        ["zabbix"] = ReadZabbix,
        ["notifications_per_hour"] = () => NoticesPerHour = Count(_yaml.Text("a number")),
    });

    private List<WatchCondition> AlertList()
    {
        var alerts = new List<WatchCondition>();
        _yaml.List("a list of alerts, each starting with - if:,", () =>
        {
            var (place, alert) = Alert();
            if (alerts.Exists(other => other.Name == alert.Name))
                throw place.Fault($"two alerts have the name '{alert.Name}': give this one its own name");
            alerts.Add(alert);
        });
        return alerts;
    }

    private (PlacedWord Place, WatchCondition Alert) Alert()
    {
        string? name = null, condition = null, severity = null;
        TimeSpan? held = null, over = null;
        var place = _yaml.Map("an alert", new Dictionary<string, Action>(StringComparer.Ordinal)
        {
            ["name"] = () => name = _yaml.Text("a name").Text,
            ["if"] = () => condition = Checked(_yaml.Text("a condition"), WatchValues.Condition),
            ["for"] = () => held = Checked(_yaml.Text("a duration"), WatchValues.For),
            ["over"] = () => over = Checked(_yaml.Text("a duration"), WatchValues.Over),
            ["severity"] = () => severity = Severity(_yaml.Text("a severity")),
        });
        if (condition is null) throw place.Fault("this alert has no condition: write, for example, if: max_stop>200ms");
        var alert = new WatchCondition(name ?? condition, condition) { ForSeconds = held?.TotalSeconds ?? 0 };
        if (over is { } span) alert = alert with { OverSeconds = span.TotalSeconds };
        return (place, severity is null ? alert : alert with { Severity = severity });
    }

    private WatchTargets Targets()
    {
        var to = new WatchTargets();
        _yaml.Map("to", new Dictionary<string, Action>(StringComparer.Ordinal)
        {
            ["alertmanager"] = () => to = to with { Alertmanagers = Addresses() },
            ["webhook"] = () => to = to with { Webhooks = Addresses() },
            ["command"] = () => to = to with { Command = Command() },
            ["journal"] = () => to = to with { Journal = Truth(_yaml.Text("true or false")) },
        });
        return to;
    }

    private void ReadZabbix()
    {
        var place = _yaml.Map("zabbix", new Dictionary<string, Action>(StringComparer.Ordinal)
        {
            ["server"] = () => ZabbixServer = Checked(_yaml.Text("a host and port"), WatchValues.ServerAndPort),
            ["host"] = () => ZabbixHost = Checked(_yaml.Text("the name of a host in Zabbix"), WatchValues.ZabbixHost),
        });
        if (ZabbixServer is null) throw place.Fault($"zabbix has no server: write, for example, server: {WatchZabbix.Example}");
    }

    private List<string> Words(string expected) => [.. _yaml.Texts(expected).Select(word => word.Text)];

    private List<string> Addresses() => [.. _yaml.Texts("an address").Select(word => Checked(word, WatchValues.Address))];

    private List<string> Command()
    {
        var words = _yaml.Texts("a program");
        if (words.Count > 0) Checked(words[0], WatchValues.Program);
        return [.. words.Select(word => word.Text)];
    }

    private static string Severity(PlacedWord word) => WatchCondition.Severities.Contains(word.Text)
        ? word.Text
        : throw word.Fault($"{word.Text} is no severity: {string.Join(", ", WatchCondition.Severities)}");

    private static string Address(PlacedWord word)
    {
        try
        {
            return word.Text == WatchAddress.None ? word.Text : WatchAddress.Check(word.Text);
        }
        catch (UserMistake mistake)
        {
            throw word.Fault(mistake.Message);
        }
    }

    private static bool Truth(PlacedWord word) => word.Text switch
    {
        "true" => true,
        "false" => false,
        _ => throw word.Fault($"{word.Text} is neither true nor false"),
    };

    private static int Count(PlacedWord word) =>
        int.TryParse(word.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count >= 2
        ? count
        : throw word.Fault($"{word.Text} is no number from 2 on: an alert and its end are two notifications");

    private delegate T? Check<T>(string text, out string fault);

    private static T Checked<T>(PlacedWord word, Check<T> check)
        where T : class => check(word.Text, out var fault) ?? throw word.Fault(fault);

    private delegate TimeSpan? CheckSpan(string text, out string fault);

    private static TimeSpan Checked(PlacedWord word, CheckSpan check) => check(word.Text, out var fault) ?? throw word.Fault(fault);
}
