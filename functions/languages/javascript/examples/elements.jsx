export function App({ title, onClose }) {
  const [state, setState] = useState(null);
  return (
    <Layout title={title}>
      <div onClick={() => onClose(state)}>
        {state ? <Card.Header {...state} /> : <Spinner />}
      </div>
    </Layout>
  );
}
