namespace Unpause.Recordings.Words;

/// <summary>
/// JVMs that aren't HotSpot: OpenJ9 and GraalVM's native images. They share few of its settings, and none of its logging.
/// </summary>
public static class OtherJvms
{
    /// <summary>Whether a recording is of one.</summary>
    public static bool Made(Source source) => source.Runtime == Runtimes.Jvm
        && (source.Format == JvmFormats.OpenJ9 || source.Collector == JvmCollectors.NativeImageSerial);
}
