namespace Acme;

public class Trimmed
#if NET
    : IDisposable
#endif
{
#if NET
    [RequiresUnreferencedCode("trims")]
    [Obsolete]
#endif
    public void Run() { Start(); }

    public void Stop() { }
}
