using System.Buffers;
using Unpause.Recordings.Rings;

namespace Unpause.Cli.Watching;

/// <summary>
/// Checks of values that the options and the file of <c>unpause watch</c> share. Each gives the value, or why it is none.
/// </summary>
internal static class WatchValues
{
    /// <summary>The most that a condition is computed over: older stops are not kept.</summary>
    private static readonly TimeSpan MostOver = TimeSpan.FromHours(1);

    private const int MostHostChars = 128;

    private static readonly SearchValues<char> HostChars =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .-_");

    private static readonly TimeSpan LeastOver = TimeSpan.FromSeconds(1), MostFor = TimeSpan.FromDays(1);

    /// <summary>A duration above zero.</summary>
    public static TimeSpan? Duration(string text, out string fault)
    {
        fault = $"{text} is no duration, for example 5m or 400ms";
        return Quantities.TryParseDuration(text, out var nanoseconds) && nanoseconds is > 0 and < 9e17
            ? TimeSpan.FromMilliseconds(nanoseconds / 1e6)
            : null;
    }

    /// <summary>How long a condition must hold.</summary>
    public static TimeSpan? For(string text, out string fault) => Between(text, TimeSpan.Zero, MostFor, out fault);

    /// <summary>Over how much of the last time a condition is computed.</summary>
    public static TimeSpan? Over(string text, out string fault) => Between(text, LeastOver, MostOver, out fault);

    /// <summary>A condition such as <c>max_stop&gt;200ms</c>.</summary>
    public static string? Condition(string text, out string fault)
    {
        var isOne = WatchMetric.Parse(text, out var why) is not null;
        fault = why ?? "";
        return isOne ? text : null;
    }

    /// <summary>An address that alerts are sent to.</summary>
    public static string? Address(string text, out string fault)
    {
        fault = $"{Shown(text)} is no address of http or https, for example http://127.0.0.1:9093";
        if (text.Length > Limits.WatchTextChars || !Uri.TryCreate(text, UriKind.Absolute, out var address)
            || (address.Scheme != Uri.UriSchemeHttp && address.Scheme != Uri.UriSchemeHttps) || address.Host.Length == 0) return null;
        fault = "an address with a password in it is not used: logs of servers show it";
        if (address.UserInfo.Length > 0) return null;
        fault = WatchTargets.NeedsCurl;
        return address.Scheme == Uri.UriSchemeHttp || WatchTargets.Curl is not null ? text : null;
    }

    /// <summary>A program with arguments that exists.</summary>
    public static string? Program(string path, out string fault)
    {
        fault = Path.IsPathRooted(path) ? $"{path}: there is no such program" : $"{path}: use its whole path, because PATH is not searched";
        return Path.IsPathRooted(path) && File.Exists(path) ? path : null;
    }

    /// <summary>A host with or without a port.</summary>
    public static string? ServerAndPort(string text, out string fault)
    {
        fault = $"{Shown(text)} is no host with a port, for example {WatchZabbix.Example}";
        return text.Length <= Limits.WatchTextChars && WatchZabbix.ServerOf(text) is not null ? text : null;
    }

    /// <summary>A host's name as Zabbix allows it: 128 letters, digits, spaces, dots, dashes and underscores of ASCII.</summary>
    public static string? ZabbixHost(string text, out string fault)
    {
        fault = $"{Shown(text)} is no host name of Zabbix: letters, digits, spaces, dots, dashes and underscores, at most {MostHostChars}";
        return text.Length is > 0 and <= MostHostChars && !text.AsSpan().ContainsAnyExcept(HostChars) && text.Trim() == text ? text : null;
    }

    // A password in an address must not reach a terminal's log.
    private static string Shown(string text) => text.Contains('@', StringComparison.Ordinal) ? "it" : text;

    private static TimeSpan? Between(string text, TimeSpan least, TimeSpan most, out string fault)
    {
        if (Duration(text, out fault) is not { } span) return null;
        fault = $"{text}: use {Quantities.Duration(least.TotalNanoseconds)} to {Quantities.Duration(most.TotalNanoseconds)}";
        return span >= least && span <= most ? span : null;
    }
}
