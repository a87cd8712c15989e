namespace Unpause.Services;

/// <summary>Every limit of the services, with its reason.</summary>
internal static class ServiceLimits
{
    /// <summary>Bytes of one request of a client: the arguments of a tool are paths and words.</summary>
    public const int MostRequestBytes = 1024 * 1024;

    /// <summary>Bytes of an answer: about 8,000 tokens, of which an agent reads several in one task.</summary>
    public const int MostAnswerBytes = 24 * 1024;

    /// <summary>Bytes of a JSON document that unpause writes: a folder with 1,000 recordings has 34 MB.</summary>
    public const int MostDocumentBytes = 64 * 1024 * 1024;

    /// <summary>Characters of a message that unpause writes on standard error.</summary>
    public const int MostMessageChars = 16 * 1024;

    /// <summary>Messages of unpause in one answer.</summary>
    public const int MostMessages = 8;

    /// <summary>Paths in one argument of a tool.</summary>
    public const int MostPaths = 20;

    /// <summary>PATH_MAX of linux/limits.h.</summary>
    public const int MostPathChars = 4096;

    /// <summary>Characters of a word to explain; the longest name of a setting has less than half.</summary>
    public const int MostWordChars = 120;

    /// <summary>Entries of a folder that are searched for links when the kernel does not restrict reading.</summary>
    public const int MostEntries = 100_000;

    /// <summary>Series of pauses and stops: 100 processes have about 1,000, and each series is 18 lines of a scrape.</summary>
    public const int MostSeries = 4000;

    /// <summary>Causes of one process, by generation; a runtime has about 20.</summary>
    public const int MostCauses = 60;

    /// <summary>Further series for processes with more causes.</summary>
    public const int MostFoldedSeries = 200;

    /// <summary>Series of one metric whose labels are its information.</summary>
    public const int MostInfoSeries = 1000;

    /// <summary>Findings of a report that are metrics, the most important first.</summary>
    public const int MostFindings = 20;

    /// <summary>Characters of a label: a service name, a condition, or a reason of a recording; the longest have about 150.</summary>
    public const int MostLabelChars = 200;

    /// <summary>Commands that run at the same time; each may use all processors.</summary>
    public const int MostCommands = 2;

    /// <summary>The longest time of one command: agents give up after one to two minutes.</summary>
    public static readonly TimeSpan MostTime = TimeSpan.FromSeconds(100);

    /// <summary>The longest wait for commands to end when the client has gone.</summary>
    public static readonly TimeSpan MostEnding = TimeSpan.FromSeconds(2);

    /// <summary>Services whose restarts are remembered.</summary>
    public const int MostServices = 1000;

    /// <summary>Metrics of services whose daily maxima are stored: seven of each service, and some with another span.</summary>
    public const int MostBaselines = 8 * MostServices;

    /// <summary>Alerts that are remembered across a restart of the judge.</summary>
    public const int MostAlerts = 1000;

    /// <summary>Bytes of what the judge stores: 14 days of 8,000 metrics take 6 MB.</summary>
    public const int MostMemoryBytes = 16 << 20;

    /// <summary>Alerts that wait for one target that does not answer; the oldest go first.</summary>
    public const int MostQueuedNotices = 200;

    /// <summary>Alerts of one process in one message.</summary>
    public const int MostNoticesTogether = 20;

    /// <summary>Characters of one text of an alert: Alertmanager's receivers cut at a few thousand.</summary>
    public const int MostAlertTextChars = 1000;

    /// <summary>Alerts of one body in Alertmanager's webhook form that are looked at.</summary>
    public const int MostForeignAlerts = 20;

    /// <summary>Processes whose rings are kept because of one body.</summary>
    public const int MostForeignRings = 20;

    /// <summary>Alerts of others that are remembered, so that a repetition keeps nothing again.</summary>
    public const int MostForeignSeen = 1000;

    /// <summary>The longest time of one delivery of an alert by HTTP.</summary>
    public static readonly TimeSpan MostDelivery = TimeSpan.FromSeconds(10);

    /// <summary>The longest time of a command that gets alerts.</summary>
    public static readonly TimeSpan MostCommandTime = TimeSpan.FromSeconds(30);

    /// <summary>Services whose values go to Zabbix: each is about 20 items there.</summary>
    public const int MostZabbixServices = 500;

    /// <summary>Characters of a service's name in Zabbix, where the name of an item has at most 255.</summary>
    public const int MostZabbixNameChars = 128;

    /// <summary>Values in one message to Zabbix, as many as its own sender has.</summary>
    public const int MostTrapperValues = 250;

    /// <summary>Values that wait for a Zabbix that does not answer: ten minutes of 50 services.</summary>
    public const int MostWaitingValues = 20_000;

    /// <summary>Bytes of Zabbix's answer, which has about 100.</summary>
    public const int MostTrapperAnswerBytes = 64 * 1024;

    /// <summary>Bytes of an access log's first lines, which show its format; the recorder copies as many.</summary>
    public const int MostLogHeadBytes = 64 * 1024;

    /// <summary>Bytes of an access log that are read at once; a line is much shorter.</summary>
    public const int MostLogBlockBytes = 1024 * 1024;

    /// <summary>Bytes of access logs that are kept with a ring.</summary>
    public const int MostKeptLogBytes = 16 * 1024 * 1024;

    /// <summary>Slow requests of the last second that wait for what else is seen in it.</summary>
    public const int MostSlowRequests = 10_000;

    /// <summary>Bytes of a request with traces as sent, and unpacked: a collector sends some thousand spans at once, about 5 MB.</summary>
    public const int MostTraceBodyBytes = 8 * 1024 * 1024, MostTraceBytes = 16 * 1024 * 1024;

    /// <summary>Requests with traces that are read at the same time.</summary>
    public const int MostTraceRequests = 2;

    /// <summary>Bytes and spans of the last traces that stay in memory.</summary>
    public const int MostTraceStoreBytes = 64 * 1024 * 1024, MostTraceSpans = 100_000;

    /// <summary>Requests with traces of the last second that wait for the stops that are seen in it.</summary>
    public const int MostTracedRequests = 20_000;

    /// <summary>Stops that are sent as spans in a second: each is stored, and a service with many requests has many.</summary>
    public const int MostSpansPerSecond = 100;

    /// <summary>Stops that wait for an endpoint that does not answer, and those of one message.</summary>
    public const int MostQueuedSpans = 5_000, MostSpansTogether = 500;

    /// <summary>Bytes of the hourly reports of <c>unpause watch</c>: 100 processes for 14 days with 15 kB each.</summary>
    public const long MostHistoryBytes = 512L * 1024 * 1024;

    /// <summary>How much of a document an answer quotes: at first generously, then less until it fits.</summary>
    public static readonly QuoteSize[] Sizes =
        [new(10, 600), new(8, 400), new(5, 300), new(3, 200), new(2, 120), new(1, 80)];
}

/// <summary>How much of a document is quoted.</summary>
/// <param name="Items">The most items of one list.</param>
/// <param name="Characters">The most characters of one text.</param>
internal readonly record struct QuoteSize(int Items, int Characters);
